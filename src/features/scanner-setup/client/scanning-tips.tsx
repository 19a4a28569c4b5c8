import { say } from '#text/say.ts'

const advice = [
  'scan-help-calibrate',
  'scan-help-y-and-z',
  'scan-help-cut-digits',
  'scan-help-slow-scanners',
  'scan-help-modifiers',
  'scan-help-text-expanders',
] as const

/** Lists tips for scanning problems. */
export function ScanningTips() {
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
