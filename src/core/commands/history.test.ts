import { expect, test } from 'vitest'
import { refuse } from '#core/wire/refusals.ts'
import type { CommandContext, DocumentPort, RequestPort } from './context.ts'
import { mayRun } from './dispatch.ts'
import { registry } from './index.ts'

const openedPaths: string[] = []
const context = (more: Partial<CommandContext> = {}, may: true | ReturnType<typeof refuse> = true) =>
  ({
    shell: {
      mayVisit: () => may,
      go: (_: string, parameters: Readonly<Record<string, string>> = {}) =>
        openedPaths.push(`${parameters['of']} ${parameters['code']}`),
    },
    ...more,
  }) as unknown as CommandContext
const history = registry.byId('showHistory')
const openHistory = (of: CommandContext, given = {}) => {
  openedPaths.length = 0
  void history.run(of, given, { id: '1', source: 'key' })
  return openedPaths
}
const document = (number: string, currentBarcode?: string) =>
  ({ number, currentBarcode: () => currentBarcode }) as unknown as DocumentPort

test('history shows the given barcode or number, or else the focused line, or else the open document', () => {
  const open = context({ document: document('10000123', 'B123456789') })
  expect(openHistory(open)).toEqual(['Barcode B123456789'])
  expect(openHistory(open, { number: '20000001' })).toEqual(['Document 20000001'])
  expect(openHistory(open, { barcode: 'C123456789' })).toEqual(['Barcode C123456789'])
  expect(openHistory(context({ document: document('10000123') }))).toEqual(['Document 10000123'])
  const request = { number: '50000001', currentBarcode: () => 'B123456789' } as unknown as RequestPort
  expect(openHistory(context({ request }))).toEqual(['Barcode B123456789'])
})

test('history is refused if nothing is open, or if the document has no number', () => {
  expect(mayRun(history, context())).toEqual(refuse('historyOfWhat'))
  expect(mayRun(history, context({ document: document('New') }))).toEqual(refuse('historyOfWhat'))
  expect(mayRun(history, context({}, refuse('notOnThisScreen')), { number: '1' })).toEqual(
    refuse('notOnThisScreen'),
  )
})
