import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCommandBarcode } from '#core/commands/command-barcode.ts'
import { commands, registry } from '#core/commands/index.ts'
import { classify } from '#core/scan/classify.ts'
import { commandPattern, commandPrefix } from '#core/scan/formats.ts'
import { BARCODE_PATTERN, PRINTED_BARCODE_PATTERN } from '#core/wire/codes.ts'
import { sheetRegistry } from '#server/boot/sheet-registry.ts'
import { addFigure } from '#tests/support/figure.ts'

// A plant label is never a command, and a command's barcode never runs another command.

const labelCodes = fc.stringMatching(/^[A-Z0-9]{10}$/)

describe('Abuse 15: command-like barcodes', () => {
  test('a barcode contains no character of the command prefix', () => {
    expect(commandPrefix).toBe('%T.')
    for (const sign of ['%', '.']) {
      expect(BARCODE_PATTERN.test(`${sign}000000001`)).toBe(false)
      expect(BARCODE_PATTERN.test(`B0000${sign}0001`)).toBe(false)
    }
    fc.assert(
      fc.property(labelCodes, (code) => {
        expect(PRINTED_BARCODE_PATTERN.test(code)).toBe(true)
        expect(commandPattern.test(code)).toBe(false)
        expect(classify(code).every(({ kind }) => kind !== 'command')).toBe(true)
      }),
    )
  })

  test('names of commands as barcodes are barcodes, fragments or unknown', () => {
    for (const { barcode } of commands) {
      if (barcode === undefined) continue
      for (const text of [
        barcode,
        barcode.padEnd(10, '0').slice(0, 10),
        `T.${barcode}`,
        `%${barcode}`,
        `T${barcode}`,
      ]) {
        expect([text, classify(text).map(({ kind }) => kind)]).not.toEqual([
          text,
          expect.arrayContaining(['command']),
        ])
      }
    }
  })

  test('a text that only looks like the prefix is no command', () => {
    const lookalikes = [
      '%t.',
      '％T.',
      '%T．',
      '%Т.',
      ' %T.',
      '%T .',
      '%T,',
      '%%T.',
      'X%T.',
      '%T..',
      '\ufeff%T.',
      '%25T.',
      '&#37;T.',
      '%T·',
    ]
    for (const prefix of lookalikes) {
      for (const name of ['SHIP', 'OK', 'UNDO', 'Q.25', 'CANCEL']) {
        const [first] = classify(`${prefix}${name}`)
        expect([prefix + name, first.kind]).toEqual([prefix + name, 'unknown'])
      }
    }
  })

  test('a site’s patterns for document numbers turn no text into a command', () => {
    const numberPatterns = { issuance: /.*/, dump: /^%T\.\w+$/ }
    for (const text of ['%T.SHIP', '%T.Q.25']) {
      expect(classify(text, { numberPatterns }).map(({ kind }) => kind)).toEqual(['number'])
    }
    fc.assert(
      fc.property(labelCodes, (code) => {
        expect(classify(code, { numberPatterns }).some(({ kind }) => kind === 'command')).toBe(false)
      }),
    )
  })

  test('every printed command is read as itself, and never as another one with text behind it', (context) => {
    const printed = sheetRegistry.commands
    for (const { id, barcode, argument } of printed) {
      const code = barcode.slice(commandPrefix.length)
      const read = readCommandBarcode(registry, code)
      if (argument === undefined) expect(read).toMatchObject({ ok: true, command: { id } })
      for (const other of printed) {
        const joined = readCommandBarcode(registry, `${code}.${other.barcode}`)
        if (joined.ok) expect([joined.command.id, id]).toEqual([id, id])
      }
    }
    expect(new Set(printed.map(({ barcode }) => barcode)).size).toBe(printed.length)
    addFigure(context, `command barcodes: ${printed.length}; read as another: 0`)
  })

  test('an argument that names another command stays an argument or is refused', () => {
    for (const { barcode } of sheetRegistry.commands) {
      const code = barcode.slice(commandPrefix.length)
      for (const argument of ['SHIP', 'CANCEL', '%T.SHIP', '../SHIP', 'OK.SHIP']) {
        const read = readCommandBarcode(registry, `${code}.${argument}`)
        if (read.ok)
          expect(
            code === read.command.barcode || `${code}.${argument}`.startsWith(`${read.command.barcode}`),
          ).toBe(true)
      }
    }
    expect(readCommandBarcode(registry, 'SHIP.SHIP').ok).toBe(false)
  })
})
