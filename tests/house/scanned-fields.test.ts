import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/boot/prepare.mjs'

// A file to choose or a slider: takes no characters.
const NONE = 'no characters'
// The fields that each file of the app draws, and which test of tests/e2e/abuse-scan-into-fields.spec.ts scans into them: 'no field of …'.
// A new field needs its row here, and its screen there.
const DRAWN: Readonly<Record<string, readonly [drawn: string, tried: string]>> = {
  'documents/document-editor.tsx': ['GrowerPicker', 'grower storage'],
  'documents/document-list.tsx': ['TextField', 'a list or of a single screen'],
  'documents/header-edit.tsx': ['TextField', 'a line'],
  'documents/header-field.tsx': ['Combobox DayField PickedDay TextArea TextField TextField', 'a header'],
  'documents/line-parts.tsx': ['QuantityField', 'a line'],
  'documents/stock-search.tsx': ['BarcodeInput StockFilters', 'a line'],
  'documents/list-status.tsx': ['SelectField', 'a list or of a single screen'],
  'features/adjust-trim/adjust-trim-screen.tsx': [
    'BarcodeInput GrowerPicker StockFilters',
    'a list or of a single screen',
  ],
  // The same field in each layout.
  'features/adjust-trim/stock-cards.tsx': ['QuantityField', 'a list or of a single screen'],
  'features/adjust-trim/stock-guide.tsx': ['QuantityField', 'a list or of a single screen'],
  'features/adjust-trim/stock-table.tsx': ['QuantityField', 'a list or of a single screen'],
  'features/command-sheet/command-sheet-screen.tsx': ['TextField', 'a list or of a single screen'],
  'features/downloads/downloads-screen.tsx': ['DayField', 'a list or of a single screen'],
  'features/history/trace-screen.tsx': ['BarcodeInput', 'a list or of a single screen'],
  'features/maintenance/import-screen.tsx': ['FileField', NONE],
  'features/maintenance/label-templates-screen.tsx': [
    'FileField SelectField',
    'a list or of a single screen',
  ],
  'features/maintenance/record-field.tsx': [
    'Combobox SelectField SelectField TextField TextField',
    'a record',
  ],
  'features/maintenance/record-list-screen.tsx': ['TextField', 'a list or of a single screen'],
  'features/maintenance/usual-templates.tsx': ['SelectField', 'a list or of a single screen'],
  'features/print/label-lines.tsx': ['QuantityField', 'a list or of a single screen'],
  // The same field as beside it, where a print agent answers.
  'features/print/agent-printers.tsx': ['SelectField', 'a list or of a single screen'],
  'features/print/print-dialog.tsx': ['Counter SelectField', 'a dialog'],
  'features/print/print-screen.tsx': [
    'BarcodeInput Counter Counter SelectField SelectField',
    'a list or of a single screen',
  ],
  'features/print/print-server-form.tsx': [
    'SelectField TextField TextField TextField',
    'a list or of a single screen',
  ],
  'features/print/printer-fields.tsx': [
    'SelectField SelectField SelectField',
    'a list or of a single screen',
  ],
  'features/print/proposals.tsx': ['SelectField SelectField', 'a list or of a single screen'],
  'features/scanner-setup/profile-choice.tsx': ['SelectField', 'a list or of a single screen'],
  'features/scanner-setup/this-device.tsx': ['TextField', 'a list or of a single screen'],
  'features/setup/setup-screen.tsx': ['SelectField', 'a list or of a single screen'],
  'features/workstation/workstation-screen.tsx': ['input', NONE],
  'input/palette/palette.tsx': ['Menu.Input', 'a dialog'],
  'input/questions/grower-picker.tsx': ['Combobox', 'grower storage'],
  'input/questions/picked-day.tsx': ['input input PickedDay TypedDay', 'a dialog'],
  'input/questions/answer-list.tsx': ['TextField', 'a dialog'],
}

const NATIVE = /<(?:select|datalist)\b|type="(?:date|datetime-local|month|week|time|color)"/
const CONTROL =
  /<((?:Menu\.Input|TextField|TextArea|DayField|PickedDay|TypedDay|Combobox|GrowerPicker|FileField|QuantityField|BarcodeInput|Counter|SelectField|StockFilters|input|textarea))\b/g

test('the app has no native list or calendar, whose pop-up gets the keys of a scan', () => {
  const folder = join(root, 'src/client')
  const natives = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && NATIVE.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(natives).toEqual([])
})

test('every field of the app is scanned into by a test', () => {
  const folder = join(root, 'src/client')
  const drawn = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && !file.startsWith('ui/'))
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
