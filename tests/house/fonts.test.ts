import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { fontFolder, fonts, makeFont } from '#tests/support/fonts.mjs'
import { en } from '#text/en/index.ts'
import { spanish } from '#text/es/language.ts'

// Checks the font files: small enough for the first screen, with all characters that the app needs, and made
// by the script.

const kib = 1024
const contentOf = (name: string) => readFileSync(join(fontFolder, `${name}.woff2`))
const open = (name: string): Font => {
  const font = create(contentOf(name))
  if (!('characterSet' in font)) throw new Error(`${name} has several fonts`)
  return font
}
const missingOf = (names: readonly string[], text: string) => {
  const characters = new Set(names.flatMap((name) => open(name).characterSet))
  return [...new Set(text)].filter((sign) => !characters.has(sign.codePointAt(0) ?? 0))
}

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
