import { COMMODITIES, type Commodity } from '#core/wire/constants.ts'
import { classNames } from './class-names.ts'

const leaf =
  'M12 6.2C10.6 4 8.4 3.3 6.6 4c.7 1.7 2.5 2.9 5.4 2.2zM12 6.2c1.4-2.2 3.6-2.9 5.4-2.2-.7 1.7-2.5 2.9-5.4 2.2z'
const drupelets = (radius: number) =>
  [
    [8.2, 9.4],
    [12, 8.8],
    [15.8, 9.4],
    [7.4, 12.9],
    [10.6, 12.6],
    [13.8, 12.6],
    [16.8, 12.9],
    [9, 16.1],
    [12.1, 16.1],
    [15.2, 16.1],
    [10.6, 19.2],
    [13.6, 19.2],
  ].map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />)

const drawings: Readonly<Record<Commodity, React.ReactNode>> = {
  BLACK: drupelets(2.15),
  RASP: (
    <>
      <path d="M6 10c0-2 2.6-3.2 6-3.2s6 1.2 6 3.2c0 4-2.8 11.2-6 11.2S6 14 6 10z" />
      <path
        className="berry-marks"
        d="M8.4 9.2a2 2 0 0 0 3.6 0 2 2 0 0 0 3.6 0M7.2 12.4a2.2 2.2 0 0 0 3.2.6 2.1 2.1 0 0 0 3.2 0 2.2 2.2 0 0 0 3.2-.6M8.8 16a2 2 0 0 0 3.2.2 2 2 0 0 0 3.2-.2"
      />
    </>
  ),
  BLUE: (
    <>
      <circle cx="12" cy="13.8" r="7.4" />
      <path
        className="berry-marks"
        d="M12 8.6l1 2 2.2-.4-.9 2 1.8 1.4-2.2.5.2 2.2-2.1-1-2.1 1 .2-2.2-2.2-.5 1.8-1.4-.9-2 2.2.4z"
      />
    </>
  ),
  STRAW: (
    <>
      <path d="M5 9.4C6.6 6.6 9.4 7.2 12 7.2s5.4-.6 7 2.2c1.4 3.4-3.4 12-7 12S3.6 12.8 5 9.4z" />
      <path
        className="berry-marks"
        d="M9 11v1.2M12 10.2v1.2M15 11v1.2M7.8 14v1.2M10.6 14.4v1.2M13.4 14.4v1.2M16.2 14v1.2M12 17.6v1.2"
      />
    </>
  ),
}

const isCommodity = (name: string): name is Commodity => COMMODITIES.some((one) => one === name)

/** A commodity's berry in its colour. Needs text next to it: state is never shown by colour alone. */
export function BerryIcon({
  commodity,
  className,
}: {
  readonly commodity: string
  readonly className?: string
}) {
  return isCommodity(commodity) ? (
    <svg
      className={classNames('berry', className)}
      data-commodity={commodity}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[commodity]}
      <path className="berry-leaf" d={leaf} />
    </svg>
  ) : null
}
