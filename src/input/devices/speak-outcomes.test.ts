import { describe, expect, it } from 'vitest'
import type { NextLine } from '#core/commands/context.ts'
import { documentPort } from '#tests/support/document-port.ts'
import { simulateSpeech } from '#tests/support/speech.ts'
import { speakOutcomes, spokenTextOf } from './speak-outcomes.ts'

const shelf: NextLine = { barcode: 'B425000147', shelf: 'A 3', quantity: 25 }
const after = (next: NextLine | undefined, changes = {}) =>
  spokenTextOf(
    { tone: 'ok', kind: 'barcode', code: 'scan-done', args: {}, ...changes },
    { document: documentPort({ nextLine: () => next }) },
  )

describe('the spoken text of an outcome', () => {
  it('is the shelf and quantity of the next line', () => {
    expect(after(shelf)).toBe('A 3: 25')
    expect(after({ ...shelf, quantity: 1175 })).toBe('A 3: 1175')
  })

  it('is only the shelf without a proposed quantity, and the end of the barcode without a shelf', () => {
    expect(after({ ...shelf, quantity: null })).toBe('A 3')
    expect(after({ ...shelf, shelf: '' })).toBe('0 1 4 7: 25')
  })

  it('is the sentence of a refusal, with the end of the barcode letter by letter', () => {
    const refused = { tone: 'error', code: 'lineListed', args: { barcode: 'B425000147' } }
    expect(after(shelf, refused)).toBe('Not done. 0 1 4 7 is on the list already.')
  })

  it('is empty after the last line, without a document, and for commands', () => {
    expect(after(undefined)).toBeUndefined()
    expect(spokenTextOf({ tone: 'ok', kind: 'barcode', code: 'scan-done', args: {} }, {})).toBeUndefined()
    expect(after(shelf, { kind: 'command' })).toBeUndefined()
    expect(after(shelf, { tone: 'warning' })).toBeUndefined()
  })
})

it('speaks a scan once when it is saved on the device and then confirmed, and again when it is refused', () => {
  const device = simulateSpeech()
  const context = () => ({ document: documentPort({ nextLine: () => shelf }) })
  const speaker = speakOutcomes(device.view, context)
  const entry = { id: '1', at: 0, text: 'B1', raw: 'B1', kind: 'barcode', tone: 'ok', args: {} } as const
  const hear = (changes: object) => {
    speaker.speak({ ...entry, code: 'documents.savedHere', ...changes })
    device.run()
  }
  hear({})
  hear({ code: 'issuance.pick.done' })
  expect(device.log()).toEqual(['start A 3: 25'])
  hear({ tone: 'error', code: 'busy' })
  expect(device.log()).toHaveLength(3)
  expect(device.log().at(-1)).toMatch(/^start Not done/)
})
