import { describe, expect, it } from 'vitest'
import { en } from '#text/en/index.ts'
import { readCommandBarcode } from './command-barcode.ts'
import { commands, registry } from './index.ts'
import { suggestCommands } from './parse.ts'

const named = commands.map((command) => ({
  command,
  title: en[`command.${command.id}`],
  words: en[`command.${command.id}.words`],
}))
const best = (text: string) => {
  const [first] = suggestCommands(text, named)
  return first && { id: first.command.id, given: first.given }
}

describe('text in the palette', () => {
  it.each([
    ['pick B123456789 40', 'pick', { barcode: 'B123456789', quantity: 40 }],
    ['PICK b123456789 40', 'pick', { barcode: 'B123456789', quantity: 40 }],
    ['40 b123456789 pick', 'pick', { barcode: 'B123456789', quantity: 40 }],
    ['pick', 'pick', {}],
    ['pi B123456789', 'pick', { barcode: 'B123456789' }],
    ['open 10000123', 'openDocument', { number: '10000123' }],
    ['10000123', 'openDocument', { number: '10000123' }],
    ['ship', 'ship', {}],
    ['shp', 'ship', {}],
    ['new issuance', 'newIssuance', {}],
    ['issuance new', 'newIssuance', {}],
    ['cancel', 'cancelDocument', {}],
    ['go to setup', 'goToSetup', {}],
    ['setup', 'goToSetup', {}],
    ['q 25', 'setQuantity', { quantity: 25 }],
    ['undo', 'undo', {}],
    ['yes', 'yes', {}],
    ['order B123456789 5', 'order', { barcode: 'B123456789', quantity: 5 }],
    ['scanner profile zebra', 'chooseScanner', { profile: 'zebra' }],
    ['pikc', 'pick', {}],
    ['PIKC B123456789 40', 'pick', { barcode: 'B123456789', quantity: 40 }],
    ['cancle', 'cancelDocument', {}],
    ['setpu', 'goToSetup', {}],
    ['1234567890 pick', 'pick', { barcode: '1234567890' }],
  ])('%s', (text, id, given) => {
    expect(best(text)).toEqual({ id, given })
  })

  it('never reads a barcode as a quantity', () => {
    expect(best('q 1234567890')).toBeUndefined()
    expect(best('pick 1234567890')?.given).toEqual({ barcode: '1234567890' })
  })

  it('never reads a document number as a quantity', () => {
    for (const text of ['10000123', 'pick 10000123', 'labels 10000123']) {
      const quantities = suggestCommands(text, named).filter(({ given }) => given['quantity'] !== undefined)
      expect(quantities.map(({ command }) => command.id)).toEqual([])
    }
    expect(suggestCommands('1000', named).map(({ command }) => command.id)).toContain('setQuantity')
  })

  it('accepts one typo in a word of at least four letters', () => {
    expect(suggestCommands('pcki', named).map(({ command }) => command.id)).not.toContain('pick')
    expect(suggestCommands('pjck', named)[0]?.command.id).toBe('pick')
    expect(suggestCommands('ont', named).map(({ command }) => command.id)).not.toContain('no')
  })

  it('suggests all commands for an empty text, and none for an unknown word', () => {
    expect(suggestCommands('  ', named)).toHaveLength(commands.length)
    expect(suggestCommands('xyzzy', named)).toEqual([])
    expect(suggestCommands('ship B123456789', named)).toEqual([])
  })
})

describe('command barcodes', () => {
  it.each([
    ['SHIP', 'ship', {}],
    ['OK', 'acknowledge', {}],
    ['UNDO', 'undo', {}],
    ['Q.25', 'setQuantity', { quantity: 25 }],
    ['YES', 'yes', {}],
    ['NO', 'no', {}],
    ['PICK', 'pick', {}],
    ['PICK.B123456789.40', 'pick', { barcode: 'B123456789', quantity: 40 }],
    ['NEW', 'newDocument', {}],
    ['CANCEL', 'cancelDocument', {}],
    ['SETUP', 'goToSetup', {}],
    ['OPEN.10000123', 'openDocument', { number: '10000123' }],
  ])('command barcode %s', (code, id, given) => {
    expect(readCommandBarcode(registry, code)).toMatchObject({ ok: true, command: { id }, given })
  })

  it('refuses unknown commands, and words that fit no argument', () => {
    expect(readCommandBarcode(registry, 'FROB')).toEqual({ ok: false, code: 'scan-command-unknown' })
    expect(readCommandBarcode(registry, 'Q.MANY')).toEqual({ ok: false, code: 'scan-command-argument' })
    expect(readCommandBarcode(registry, 'SHIP.NOW')).toEqual({ ok: false, code: 'scan-command-argument' })
  })
})
