import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { fontFolder, fonts, makeFont, paperFontFolder } from '#tests/support/fonts.mjs'
import { en } from '#text/en/index.ts'
import { spanish } from '#text/es/language.ts'

// Checks the font files. Those of the screen are small enough for the first screen, have all characters that
// the app needs, and are made by the script. Those of print have the letters of the national standards.

const kib = 1024
const contentOf = (name: string) => readFileSync(join(fontFolder, `${name}.woff2`))
const open = (name: string, content = contentOf(name)): Font => {
  const font = create(content)
  if (!('characterSet' in font)) throw new Error(`${name} has several fonts`)
  return font
}
const missingIn = (fonts: readonly Font[], text: string) => {
  const characters = new Set(fonts.flatMap(({ characterSet }) => characterSet))
  return [...new Set(text)].filter((sign) => !characters.has(sign.codePointAt(0) ?? 0))
}
const missingOf = (names: readonly string[], text: string) =>
  missingIn(
    names.map((name) => open(name)),
    text,
  )

describe('the typeface', () => {
  it('takes at most 60 KiB', () => {
    const bytes = fonts.map(({ name }) => contentOf(name).byteLength)
    expect(Math.min(...bytes)).toBeGreaterThan(4 * kib)
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(60 * kib)
  })

  it('has the accents of European names', () => {
    const names = 'ÅÄÖØÆÞßẞÇÉÊÑÏÐÝŸŒĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİıĶŁĽĻŃŇŅŐŘŔŚŠŞȘŤȚŪŮŰŲŹŻŽ'
    expect(missingOf(['next', 'next-extended'], names + names.replace('İ', '').toLowerCase())).toEqual([])
  })

  it('has every character of the sentences, except those outside of European languages', () => {
    const letters = Object.values({ ...en, ...spanish.sentences })
      .join('')
      .replace(/[^\p{Script=Latin}\p{Number}\p{Punctuation}×°€]/gu, '')
    expect(missingOf(['next', 'next-extended'], letters)).toEqual([])
  })

  it('has every character of barcodes and numbers in one width', () => {
    const codes = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')
    expect(missingOf(['mono'], codes)).toEqual([])
    const mono = open('mono')
    expect(new Set([...codes].map((sign) => mono.layout(sign).advanceWidth)).size).toBe(1)
  })

  it('has figures of one width', () => {
    const next = open('next')
    const widths = [...'0123456789'].map((figure) => next.layout(figure, ['tnum']).advanceWidth)
    expect(new Set(widths).size).toBe(1)
  })

  it.each(fonts)('$name is what npm run fonts makes', async (font) => {
    expect(contentOf(font.name).equals(await makeFont(font))).toBe(true)
  })
})

describe('the fonts of print', () => {
  const paperFont = (name: string) =>
    open(name, brotliDecompressSync(readFileSync(join(paperFontFolder, `${name}.sfnt.br`))))
  // Returns the letters of a script in a standard of two bytes per character, normalized as in print.
  const lettersOf = (encoding: string, script: RegExp) => {
    const decoder = new TextDecoder(encoding)
    const bytes = Array.from({ length: 94 }, (_, at) => 0xa1 + at)
    const text = bytes.map((row) => decoder.decode(Uint8Array.from(bytes.flatMap((cell) => [row, cell]))))
    return text.join('').normalize('NFC').match(script)?.join('') ?? ''
  }

  it('take at most 4.5 MiB', () => {
    const files = readdirSync(paperFontFolder).map((name) => readFileSync(join(paperFontFolder, name)))
    expect(files.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThanOrEqual(4.5 * 1024 * kib)
  })

  it.each([
    ['Chinese', 'gb2312', /\p{Script=Han}/gu, 6763, 'han'],
    ['Japanese', 'euc-jp', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, 6355, 'han'],
    ['Korean', 'euc-kr', /\p{Script=Hangul}/gu, 2350, 'hangul'],
  ])('have every letter of the %s standard', (_, encoding, script, atLeast, name) => {
    const letters = lettersOf(encoding, script)
    expect(letters.length).toBeGreaterThanOrEqual(atLeast)
    expect(missingIn([paperFont(name)], letters)).toEqual([])
  })

  it.each(['normal', 'bold'])('have every Latin, Greek, Cyrillic, Hebrew and Arabic letter: %s', (name) => {
    const letters = Array.from({ length: 0x6ff }, (_, at) => String.fromCodePoint(at)).join('')
    const inUse =
      /[\p{Script=Latin}\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u05d0-\u05ea\u0621-\u063a\u0641-\u064a]/gu
    expect(missingIn([paperFont(name)], letters.match(inUse)?.join('') ?? '')).toEqual([])
  })

  it.each([
    ['thai', /[\u0e01-\u0e3a\u0e3f-\u0e5b]/gu],
    ['devanagari', /\p{Script=Devanagari}/gu],
  ])('have every letter of %s', (name, script) => {
    const letters = Array.from({ length: 0x1000 }, (_, at) => String.fromCodePoint(at)).join('')
    expect(missingIn([paperFont(name)], letters.match(script)?.join('') ?? '')).toEqual([])
  })
})
