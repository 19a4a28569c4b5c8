import { describe, expect, test } from 'vitest'
import { classify } from '#core/scan/classify.ts'
import { decodeText } from '#core/scan/decode.ts'
import { defaultProfile } from '#core/scan/default-profile.ts'
import { readDirect } from '#core/scan/direct.ts'
import { addFigure } from '#tests/support/figure.ts'

// Invisible characters in otherwise valid codes: no such scan is a barcode, a number or a command.

const hiddenCharacters = [
  ...Array.from({ length: 32 }, (_, at) => String.fromCharCode(at)),
  ...Array.from({ length: 33 }, (_, at) => String.fromCharCode(0x7f + at)),
  ...[
    '\u00ad',
    '\u061c',
    '\u200b',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u2028',
    '\u2029',
    '\u202a',
    '\u202e',
    '\u2060',
    '\u2066',
    '\u2069',
    '\ufeff',
    '\ufffd',
    '\ud800',
    '\u{e0041}',
  ],
]
const codes = ['B000000001', '10000001', '%T.SHIP', '%T.Q.25', '%T.PICK.B123456789.40']
// Characters that may end a scan and are removed with the scanner's frame.
const endCharacters = new Set(['\r', '\n', '\t'])

describe('Abuse 14: control characters and blanks', () => {
  test.each(codes)('%s with a hidden character at any place is unknown', (code) => {
    for (const character of hiddenCharacters) {
      for (let at = 0; at <= code.length; at += 1) {
        const text = code.slice(0, at) + character + code.slice(at)
        const kinds = classify(text).map(({ kind }) => kind)
        expect([JSON.stringify(text), kinds]).toEqual([JSON.stringify(text), ['unknown']])
      }
    }
  })

  test.each(codes)(
    '%s is not read next to a hidden character from keys, pastes, serial ports or cameras',
    (code) => {
      for (const character of hiddenCharacters) {
        for (const text of [
          `${character}${code}`,
          `${code.slice(0, 4)}${character}${code.slice(4)}`,
          `${code}${character}X`,
        ]) {
          expect(classify(decodeText(text, defaultProfile).text)[0].kind).toBe('unknown')
          for (const channel of ['hid', 'serial', 'camera'] as const) {
            const read = readDirect(text, channel, 0).text
            // The end of the frame is removed, so the text is a valid code again.
            if (!endCharacters.has(character))
              expect(classify(read)[0].kind, JSON.stringify(text)).toBe('unknown')
          }
        }
      }
    },
  )

  test('two codes with a line break between them are read as neither', (context) => {
    for (const end of ['\r', '\n', '\r\n', '\t', '\u001d', '\u0004']) {
      for (const [one, other] of [
        ['B000000001', '%T.SHIP'],
        ['%T.Q.5', 'B000000001'],
        ['10000001', '%T.CANCEL'],
      ]) {
        expect(classify(decodeText(`${one}${end}${other}`, defaultProfile).text)[0].kind).toBe('unknown')
      }
    }
    addFigure(
      context,
      `texts tried: ${codes.reduce((sum, code) => sum + hiddenCharacters.length * (code.length + 4), 0)}; read as a code: 0`,
    )
  })
})
