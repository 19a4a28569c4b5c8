import { useState } from 'react'
import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { Barcode } from '#app/ui/barcode.tsx'
import { Button } from '#app/ui/button.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { Calibration, Finding } from '#core/scan/calibrate.ts'
import { testCodes } from '#core/scan/test-codes.ts'
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import { measuredProfileId, storeMeasuredProfile } from '#input/devices/scanner-profiles.ts'
import type { TextCode } from '#text/catalogue.ts'
import { say, sayCode } from '#text/say.ts'
import { useMeasuring } from './use-measuring.ts'

/** Scans three test codes and shows the findings about the scanner. */
export function Measure({ base }: { readonly base: ScannerProfile }) {
  const { measuring, start } = useMeasuring(base)
  const isOver = measuring.step === 'done' || measuring.step === 'stopped'
  return (
    <section className="card scanner-part layout-list" aria-labelledby="scanner-measure">
      <h2 id="scanner-measure">{say('scanner.measure')}</h2>
      {measuring.step === 'scanning' ? (
        <Scanning n={measuring.samples.length + 1} other={measuring.other} />
      ) : (
        <>
          <p>{say('scanner.measureHelp')}</p>
          {measuring.step === 'stopped' && <p role="status">{say('scanner.stopped')}</p>}
          {measuring.step === 'done' && <MeasuredResult calibration={measuring.calibration} />}
          <Button
            icon="scan"
            look={measuring.step === 'done' && measuring.calibration.isSure ? 'secondary' : 'primary'}
            wide
            onClick={start}
          >
            {say(isOver ? 'scanner.again' : 'scanner.start')}
          </Button>
        </>
      )}
    </section>
  )
}

const Scanning = ({ n, other }: { readonly n: number; readonly other: string | undefined }) => {
  const code = testCodes[n - 1] ?? testCodes[0]
  return (
    <div className="scanner-code">
      <p role="status">
        <strong>{say('scanner.codeOf', { n, count: testCodes.length })}</strong> {say('scanner.scanThis')}
      </p>
      <Barcode text={code} className="scanner-code-picture" />
      <code>{code}</code>
      {other !== undefined && (
        <p className="callout tone-warning" role="alert">
          <Icon name="warning" /> {say('scanner.otherCode', { received: other })}
        </p>
      )}
    </div>
  )
}

const MeasuredResult = ({ calibration: { profile, findings } }: { readonly calibration: Calibration }) => {
  const [isStored, setStored] = useState<boolean>()
  return (
    <div className="scanner-found layout-list" role="status">
      <h3>{say('scanner.found')}</h3>
      <ul className="layout-list">
        {findings.map((finding) => (
          <FindingLine key={finding.code} finding={finding} />
        ))}
      </ul>
      {isStored === undefined ? (
        <Button icon="check" look="primary" wide onClick={() => setStored(applyProfile(profile))}>
          {say('scanner.save')}
        </Button>
      ) : (
        <p className="scanner-kept">
          <Icon name={isStored ? 'check' : 'warning'} /> {say(isStored ? 'scanner.saved' : 'scanner.notKept')}
        </p>
      )}
    </div>
  )
}

// Applies the measured profile; returns false if it could not be stored beyond this page.
const applyProfile = (profile: ScannerProfile): boolean => {
  const isStored = storeMeasuredProfile(profile)
  // Set the same id twice, so that the wedge reloads the new profile.
  store.set(preferencesAtom, { scannerProfile: null })
  store.set(preferencesAtom, { scannerProfile: measuredProfileId })
  return isStored
}

const icons: Readonly<Record<Finding['level'], IconName>> = { good: 'check', advice: 'info', bad: 'error' }
const tones: Readonly<Record<Finding['level'], string>> = { good: 'ok', advice: 'warning', bad: 'error' }

const FindingLine = ({ finding: { level, code, facts } }: { readonly finding: Finding }) => (
  <li className={`scanner-finding tone-${tones[level]}`}>
    <Icon name={icons[level]} />
    <span>
      <strong>{say(`scanner.level.${level}`)}: </strong>
      {sayCode(`scanner.${code}` satisfies TextCode, facts)}
    </span>
  </li>
)
