// /ScannerSetup/Sheet: a printable sheet with the test codes, and per profile the device's setup and the
// barcode of the command that chooses it.

import { Barcode } from '#app/ui/barcode.tsx'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/states.tsx'
import { commandPrefix } from '#core/scan/formats.ts'
import { testCodes } from '#core/scan/test-codes.ts'
import { useInput } from '#input/input-context.ts'
import { say } from '#text/say.ts'
import { profileWords } from './profile-words.ts'
import { useProfiles } from './use-profiles.ts'
import '#app/ui/paper.css'
import './scanner-sheet.css'

export function ScannerSheetScreen() {
  const { registry } = useInput()
  const { known } = useProfiles()
  const { barcode = '' } = registry.byId('chooseScanner')
  return (
    <section className="scanner-sheet paper" aria-labelledby="scanner-sheet-title">
      <div className="scanner-sheet-head layout-row layout-apart">
        <h1 id="scanner-sheet-title">{say('scanner.sheet')}</h1>
        <Button look="primary" className="paper-hidden" onClick={() => window.print()}>
          {say('scanner.print')}
        </Button>
      </div>
      <p>{say('scanner.sheetHelp')}</p>
      <section aria-labelledby="scanner-sheet-test">
        <h2 id="scanner-sheet-test">{say('scanner.sheetTest')}</h2>
        <p>{say('scanner.sheetTestHelp')}</p>
        <ul className="scanner-sheet-codes">
          {testCodes.map((code) => (
            <li key={code}>
              <Barcode text={code} />
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="scanner-sheet-profiles">
        <h2 id="scanner-sheet-profiles">{say('scanner.sheetProfiles')}</h2>
        {known ? (
          <ul className="scanner-sheet-profiles">
            {known
              .map((profile) => ({ id: profile.id, ...profileWords(profile) }))
              .map(({ id, label, deviceSetup }) => (
                <li key={id}>
                  <h3>{label}</h3>
                  <Barcode text={`${commandPrefix}${barcode}.${id.toUpperCase()}`} label={label} />
                  <ol>
                    {deviceSetup.map((step) => (
                      <li key={step}>{step}</li>
                    ))}
                  </ol>
                </li>
              ))}
          </ul>
        ) : (
          <Skeleton lines={6} />
        )}
      </section>
    </section>
  )
}
