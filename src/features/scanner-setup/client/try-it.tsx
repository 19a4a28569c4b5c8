import { useEffect, useState } from 'react'
import { decodeKeys } from '#core/scan/decode.ts'
import { explainBurst } from '#core/scan/detect/explain-burst.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { WedgeBurst } from '#input/wedge/wedge.ts'
import { watchBursts } from '#input/wedge/wedge-tap.ts'
import { say } from '#text/say.ts'

/** Shows the last scan's keys with times and weights, for remote support. */
export function TryIt({ profile }: { readonly profile: ScannerProfile }) {
  const [burst, setBurst] = useState<WedgeBurst>()
  useEffect(() => watchBursts(setBurst), [])
  return (
    <section className="card scanner-part layout-list" aria-labelledby="scanner-try">
      <h2 id="scanner-try">{say('scanner.try')}</h2>
      <p>{say('scanner.tryHelp')}</p>
      {burst ? (
        <Burst burst={burst} profile={profile} />
      ) : (
        <p className="text-quiet">{say('scanner.tryNone')}</p>
      )}
      {burst && (
        <p>
          {say('scanner.evidence', {
            nats: signed(burst.evidence),
            known: profile.detect.acceptKnown,
            unknown: profile.detect.acceptUnknown,
          })}
        </p>
      )}
    </section>
  )
}

interface BurstProps {
  readonly burst: WedgeBurst
  readonly profile: ScannerProfile
}

const Burst = ({ burst: { verdict, keystrokes }, profile }: BurstProps) => {
  const rows = explainBurst(keystrokes)
  const scannerKeys = keystrokes.filter(({ person }) => !person)
  const { text } = decodeKeys(scannerKeys, profile)
  return (
    <>
      <p role="status">
        <strong>{verdict === 'scan' ? say('scanner.tryRead', { text }) : say('scanner.tryRejected')}</strong>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className="scanner-keys" role="region" aria-label={say('scanner.keys')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say('scanner.key')}</th>
              <th scope="col">{say('scanner.gap')}</th>
              <th scope="col">{say('scanner.held')}</th>
              <th scope="col">{say('scanner.weight')}</th>
              <th scope="col">{say('scanner.whose')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, gapMs, holdMs, nats, person }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: keys of a burst have no name
              <tr key={index} data-person={person || undefined}>
                <th scope="row">{key}</th>
                <td>{gapMs === undefined ? '–' : Math.round(gapMs)}</td>
                <td>{holdMs === undefined ? '–' : Math.round(holdMs)}</td>
                <td>{signed(nats)}</td>
                <td>{say(person ? 'scanner.whose.person' : 'scanner.whose.scanner')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const signed = (nats: number): string => `${nats < 0 ? '−' : '+'}${Math.abs(nats).toFixed(1)}`
