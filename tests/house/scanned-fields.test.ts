import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/boot/prepare.mjs'

// A file input or a slider accepts no characters.
const NONE = 'no characters'
// The fields that each file of the app renders, and the test of tests/e2e/abuse-scan-into-fields.spec.ts that
// scans into them ('no field of …'). A new field needs a row here and a screen there.
const DRAWN: Readonly<Record<string, readonly [drawn: string, tried: string]>> = {
  'documents/client/document-editor.tsx': ['GrowerPicker', 'grower storage'],
  'documents/client/document-list.tsx': ['SelectField TextField', 'a list or of a single screen'],
  'documents/client/header-edit.tsx': ['TextField', 'a line'],
  'documents/client/header-field.tsx': [
    'Combobox DayField PickedDay TextArea TextField TextField',
    'a header',
  ],
  'documents/client/line-parts.tsx': ['QuantityField', 'a line'],
  'documents/client/stock-search.tsx': ['BarcodeInput StockFilters', 'a line'],
  'features/adjustment/client/adjust-trim-screen.tsx': [
    'BarcodeInput GrowerPicker StockFilters',
    'a list or of a single screen',
  ],
  // The same field in three layouts.
  'features/adjustment/client/use-stock-row.tsx': ['QuantityField', 'a list or of a single screen'],
  'features/command-sheet/client/command-sheet-screen.tsx': ['TextField', 'a list or of a single screen'],
  'features/downloads/client/downloads-screen.tsx': ['DayField', 'a list or of a single screen'],
  'features/history/client/trace-screen.tsx': ['BarcodeInput', 'a list or of a single screen'],
  'features/stock-files/client/import-screen.tsx': ['FileField', NONE],
  'features/printing/client/label-templates-screen.tsx': [
    'FileField SelectField',
    'a list or of a single screen',
  ],
  'features/maintenance/client/record-field.tsx': [
    'Combobox SelectField SelectField TextField TextField',
    'a record',
  ],
  'features/maintenance/client/record-list-screen.tsx': ['TextField', 'a list or of a single screen'],
  'features/printing/client/default-templates.tsx': ['SelectField', 'a list or of a single screen'],
  'features/printing/client/label-lines.tsx': ['QuantityField', 'a list or of a single screen'],
  // In the print server form, if a print agent lists its printers.
  'features/printing/client/agent-printers.tsx': ['SelectField', 'a list or of a single screen'],
  'features/printing/client/print-dialog.tsx': ['Counter SelectField', 'a dialog'],
  'features/printing/client/label-form.tsx': [
    'BarcodeInput Counter Counter SelectField SelectField',
    'a list or of a single screen',
  ],
  'features/printing/client/print-server-form.tsx': [
    'SelectField TextField TextField TextField',
    'a list or of a single screen',
  ],
  'features/printing/client/printer-fields.tsx': [
    'SelectField SelectField SelectField',
    'a list or of a single screen',
  ],
  'features/printing/client/proposals.tsx': ['SelectField SelectField', 'a list or of a single screen'],
  'features/scanner-setup/client/profile-choice.tsx': ['SelectField', 'a list or of a single screen'],
  'features/scanner-setup/client/this-device.tsx': ['TextField', 'a list or of a single screen'],
  'features/setup/client/setup-screen.tsx': ['SelectField', 'a list or of a single screen'],
  'features/workstation/client/workstation-screen.tsx': ['input', NONE],
  'input/palette/palette.tsx': ['Menu.Input', 'a dialog'],
  'input/questions/grower-picker.tsx': ['Combobox', 'grower storage'],
  'input/questions/picked-day.tsx': ['input input PickedDay TypedDay', 'a dialog'],
  'input/questions/answer-list.tsx': ['TextField', 'a dialog'],
}

const NATIVE = /<(?:select|datalist)\b|type="(?:date|datetime-local|month|week|time|color)"/
const CONTROL =
  /<((?:Menu\.Input|TextField|TextArea|DayField|PickedDay|TypedDay|Combobox|GrowerPicker|FileField|QuantityField|BarcodeInput|Counter|SelectField|StockFilters|input|textarea))\b/g

test('the app has no native list or calendar, whose pop-up would receive the keys of a scan', () => {
  const folder = join(root, 'src')
  const natives = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && NATIVE.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(natives).toEqual([])
})

test('every field of the app is scanned into by a test', () => {
  const folder = join(root, 'src')
  const drawn = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && !file.startsWith('app/ui/'))
    .map((file) => {
      const uses = [...readFileSync(join(folder, file), 'utf8').matchAll(CONTROL)].map(([, name]) => name)
      return [file, uses.toSorted((one = '', other = '') => one.localeCompare(other)).join(' ')] as const
    })
    .filter(([, uses]) => uses !== '')
  expect(Object.fromEntries(drawn)).toEqual(
    Object.fromEntries(Object.entries(DRAWN).map(([file, [uses]]) => [file, uses])),
  )
  const spec = readFileSync(join(root, 'tests/e2e/abuse-scan-into-fields.spec.ts'), 'utf8')
  for (const [file, [, tried]] of Object.entries(DRAWN))
    expect([file, tried === NONE || spec.includes(`no field of ${tried}`)]).toEqual([file, true])
})
