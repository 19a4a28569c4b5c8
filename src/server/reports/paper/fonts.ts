// The font of all prints: DejaVu Sans Condensed, which has Latin, Greek, Cyrillic, Hebrew, Arabic and many
// signs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import type { Weight } from './weights.ts'

const files: Readonly<Record<Weight, string>> = {
  normal: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
}

const opened = new Map<Weight, Font>()

/** The path of the font file. */
export function fontPath(weight: Weight): string {
  return createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${files[weight]}`)
}

/** The opened font, for measuring and outlines. */
export function openFont(weight: Weight): Font {
  const known = opened.get(weight)
  if (known) return known
  const font = create(readFileSync(fontPath(weight)))
  if (!('layout' in font)) throw new Error(`${files[weight]} is a collection`)
  opened.set(weight, font)
  return font
}
