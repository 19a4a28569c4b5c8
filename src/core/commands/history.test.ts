import { expect, test } from 'vitest'
import { refuse } from '#core/wire/refusals.ts'
import type { CommandContext, DocumentPort, RequestPort } from './context.ts'
import { mayRun } from './dispatch.ts'
import { registry } from './index.ts'

const went: string[] = []
const context = (more: Partial<CommandContext> = {}, may: true | ReturnType<typeof refuse> = true) =>
  ({
    shell: {
      mayVisit: () => may,
      go: (_: string, parameters: Readonly<Record<string, string>> = {}) =>
        went.push(`${parameters['of']} ${parameters['code']}`),
    },
    ...more,
  }) as unknown as CommandContext
const history = registry.byId('showHistory')
const openedBy = (of: CommandContext, given = {}) => {
  went.length = 0
  void history.run(of, given, { id: '1', source: 'key' })
  return went
}
const document = (number: string, currentBarcode?: string) =>
  ({ number, currentBarcode: () => currentBarcode }) as unknown as DocumentPort

test('history is of what is named, else of the line in focus, else of the open document', () => {
  const open = context({ document: document('10000123', 'B123456789') })
  expect(openedBy(open)).toEqual(['Barcode B123456789'])
  expect(openedBy(open, { number: '20000001' })).toEqual(['Document 20000001'])
  expect(openedBy(open, { barcode: 'C123456789' })).toEqual(['Barcode C123456789'])
  expect(openedBy(context({ document: document('10000123') }))).toEqual(['Document 10000123'])
  const request = { number: '50000001', currentBarcode: () => 'B123456789' } as unknown as RequestPort
  expect(openedBy(context({ request }))).toEqual(['Barcode B123456789'])
})

test('with nothing open it asks of what; a document without a number has none', () => {
  expect(mayRun(history, context())).toEqual(refuse('historyOfWhat'))
  expect(mayRun(history, context({ document: document('New') }))).toEqual(refuse('historyOfWhat'))
  expect(mayRun(history, context({}, refuse('notOnThisScreen')), { number: '1' })).toEqual(
    refuse('notOnThisScreen'),
  )
})
