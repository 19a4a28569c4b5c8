// /ScannerSetup/: measures or chooses the workstation's scanner, shows the last scan, and connects other
// devices.

import { useScanTarget } from '#input/engine/use-scan-target.tsx'
import { useInput } from '#input/input-context.ts'
import { say } from '#text/say.ts'
import { Measure } from './measure.tsx'
import { OtherScanners } from './other-scanners.tsx'
import { ProfileChoice } from './profile-choice.tsx'
import { ThisDevice } from './this-device.tsx'
import { TryIt } from './try-it.tsx'
import { useProfiles } from './use-profiles.ts'
import './scanner.css'

export function ScannerSetupScreen() {
  // Input loading also loads the texts and the wedge tap of this screen.
  useInput()
  const profiles = useProfiles()
  useScanTarget({
    id: 'scannerSetup',
    level: 'screen',
    // Other scans are only shown here; commands run.
    accepts: ({ kind }) =>
      kind === 'command' ? undefined : { type: 'refusal', tone: 'ok', code: 'scanner.tryRead' },
  })
  return (
    <section className="page-narrow" aria-labelledby="scanner-title">
      <h1 id="scanner-title">{say('screen.scannerSetup')}</h1>
      <p>{say('scanner.intro')}</p>
      <ProfileChoice profiles={profiles} />
      <ThisDevice />
      <Measure base={profiles.chosen} />
      <TryIt profile={profiles.chosen} />
      <ScanningTips />
      <OtherScanners />
    </section>
  )
}

const advice = [
  'scan-help-calibrate',
  'scan-help-y-and-z',
  'scan-help-cut-digits',
  'scan-help-slow-scanners',
  'scan-help-modifiers',
  'scan-help-text-expanders',
] as const

// Lists tips for scanning problems.
function ScanningTips() {
  return (
    <section className="card scanner-part layout-list" aria-labelledby="scanner-advice">
      <h2 id="scanner-advice">{say('help-advice')}</h2>
      <ul className="scanner-steps">
        {advice.map((code) => (
          <li key={code}>{say(code)}</li>
        ))}
      </ul>
    </section>
  )
}
