import { useAtomValue } from 'jotai'
import { Icon } from '#app/ui/icon.tsx'
import { type DirectState, directScannersAtom } from '#input/devices/direct-state.ts'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'

/** Connects scanners that do not act as a keyboard, and the camera. */
export function OtherScanners() {
  const { hid, serial } = useAtomValue(directScannersAtom)
  return (
    <section className="card scanner-part layout-list" aria-labelledby="scanner-other">
      <h2 id="scanner-other">{say('scanner.other')}</h2>
      <p>{say('scanner.otherHelp')}</p>
      <dl className="scanner-ways layout-list">
        <Way name={say('scanner.way.hid')} state={hid} />
        <Way name={say('scanner.way.serial')} state={serial} />
      </dl>
      <div className="layout-list">
        <CommandButton id="connectHid" wide />
        <CommandButton id="connectSerial" wide />
        <CommandButton id="openCamera" wide />
      </div>
    </section>
  )
}

const Way = ({ name, state }: { readonly name: string; readonly state: DirectState }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span role="status">
        {state.state === 'on' && <Icon name="check" />}
        {state.state === 'failed' && <Icon name="error" />} {stateText(state)}
      </span>
    </dd>
  </div>
)

const stateText = (state: DirectState): string => {
  switch (state.state) {
    case 'failed':
      return say(state.code)
    case 'on':
      return state.name === '' ? say('scanner.way.on') : say('directOnNamed', { name: state.name })
    default:
      return say(`scanner.way.${state.state}`)
  }
}
