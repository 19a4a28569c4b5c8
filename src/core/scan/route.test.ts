import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import { routeScan, rulesFor, type ScanRule, type ScanTarget } from './route.ts'

const read = (text: string, stack: readonly ScanTarget[]) =>
  routeScan({ text, raw: text }, classify(text), stack)

const shell: ScanTarget = {
  id: 'shell',
  level: 'shell',
  accepts: (candidate) =>
    candidate.kind === 'number'
      ? { type: 'intent', command: 'open', arguments: { number: candidate.number } }
      : undefined,
}
const detail: ScanTarget = {
  id: 'issuance',
  level: 'screen',
  accepts: (candidate) =>
    candidate.kind === 'barcode'
      ? { type: 'intent', command: 'pick', arguments: { barcode: candidate.barcode } }
      : undefined,
}
const dialog: ScanTarget = {
  id: 'confirm',
  level: 'dialog',
  accepts: () => undefined,
  blocks: { code: 'scan-dialog-first' },
}

describe('routeScan', () => {
  it('routes a scan to the first target from the top that accepts it', () => {
    expect(read('B123456789', [detail, shell])).toMatchObject({ type: 'intent', target: 'issuance' })
    expect(read('10000123', [detail, shell])).toMatchObject({
      type: 'intent',
      target: 'shell',
      intent: { command: 'open' },
    })
  })

  it('refuses a scan if a dialog must be answered first', () => {
    expect(read('B123456789', [dialog, detail, shell])).toMatchObject({
      type: 'refused',
      target: 'confirm',
      outcome: { tone: 'error', code: 'scan-dialog-first', kind: 'barcode' },
    })
  })

  it('refuses a scan with reason, tone and next steps of the target', () => {
    const done: ScanTarget = {
      ...detail,
      accepts: () => ({ type: 'refusal', code: 'alreadyPicked', tone: 'warning', next: ['undo'] }),
    }
    expect(read('B123456789', [done])).toMatchObject({
      outcome: { tone: 'warning', code: 'alreadyPicked', args: { text: 'B123456789' }, next: ['undo'] },
    })
  })

  it.each([
    ['B123456789', 'scan-barcode-not-here'],
    ['123', 'scan-number-not-here'],
    ['%T.NOTHING', 'scan-command-unknown'],
    ['B1234', 'scan-fragment'],
    ['B123456789B123456789', 'scan-glued'],
    ['hello there', 'scan-unknown'],
    ['', 'scan-empty'],
  ])('always gives a reason: %j', (text, code) => {
    expect(read(text, [])).toMatchObject({ type: 'refused', outcome: { tone: 'error', code, raw: text } })
  })

  it('prefers the latest target of a level', () => {
    const second: ScanTarget = { ...detail, id: 'second' }
    expect(read('B123456789', [detail, second])).toMatchObject({ target: 'second' })
  })
})

describe('rulesFor', () => {
  it('lists the rules of a step, top level first', () => {
    const rules: ScanRule[] = [
      { level: 'shell', kind: 'number', does: 'opens' },
      { level: 'screen', documentKind: 'issuance', step: 'detail', kind: 'barcode', does: 'picks' },
      { level: 'screen', documentKind: 'issuance', step: 'editor', kind: 'barcode', does: 'adds' },
      { level: 'dialog', documentKind: 'issuance', kind: 'command', does: 'answers' },
    ]
    expect(rulesFor(rules, { documentKind: 'issuance', step: 'detail' }).map(({ does }) => does)).toEqual([
      'answers',
      'picks',
      'opens',
    ])
  })
})
