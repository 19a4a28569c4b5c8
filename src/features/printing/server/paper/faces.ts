// Provides the fonts of all prints: DejaVu Sans Condensed for Latin, Greek, Cyrillic, Hebrew and Arabic,
// and fallbacks for other scripts. A fallback has one weight and is loaded on demand.
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import type { Weight } from './weights.ts'

// The fallback fonts, in order of preference: large fonts last.
const FALLBACKS = ['thai', 'devanagari', 'hangul', 'han'] as const

/** A font by name: a weight of the main font, or a fallback. */
export type Face = Weight | (typeof FALLBACKS)[number]

const loaded = new Map<Face, Buffer>()
const opened = new Map<Face, Font>()

/** Returns the file of a font, as TrueType or OpenType. `npm run fonts` builds the compressed files. */
export function fileOf(face: Face): Buffer {
  const cached = loaded.get(face)
  if (cached) return cached
  const font = brotliDecompressSync(readFileSync(new URL(`./fonts/${face}.sfnt.br`, import.meta.url)))
  loaded.set(face, font)
  return font
}

/** Returns the opened font, for measuring and outlines. */
export function openFace(face: Face): Font {
  const cached = opened.get(face)
  if (cached) return cached
  const font = create(fileOf(face))
  if (!('layout' in font)) throw new Error(`${face} is a collection`)
  opened.set(face, font)
  return font
}

/** A piece of text in one font. */
export interface Piece {
  readonly text: string
  readonly face: Face
}

// Characters that may need a fallback font. Most texts have none, so no font is opened to check them.
const mayNeedFallback = /[^\u0000-\u05ff\u0600-\u06ff\u2000-\u206f\u20a0-\u20bf]/u
const segmenter = new Intl.Segmenter('en')

/**
 * Splits a text into pieces of one font each; a letter and its marks stay together. Characters without a
 * font use the main font.
 */
export function piecesOf(text: string, weight: Weight): readonly Piece[] {
  if (!mayNeedFallback.test(text)) return [{ text, face: weight }]
  const pieces: { text: string; face: Face }[] = []
  for (const { segment } of segmenter.segment(text)) {
    const face = faceOf(segment, weight) ?? weight
    const last = pieces.at(-1)
    if (last?.face === face) last.text += segment
    else pieces.push({ text: segment, face })
  }
  return pieces
}

/** Returns the letters that no font has, each once. */
export function missingLetters(text: string): readonly string[] {
  const found = [...segmenter.segment(text)].filter(({ segment }) => faceOf(segment, 'normal') === undefined)
  return [...new Set(found.map(({ segment }) => segment))]
}

const hasGlyphs = (face: Face, segment: string) => {
  const font = openFace(face)
  return [...segment].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
}

const faceBySegment = new Map<string, Face | undefined>()
// Texts are names, so the number of distinct letters stays small.
const MAX_CACHED_SEGMENTS = 20_000

const faceOf = (segment: string, weight: Weight): Face | undefined => {
  const key = `${weight}${segment}`
  if (faceBySegment.has(key)) return faceBySegment.get(key)
  const face = [weight, ...FALLBACKS].find((each) => hasGlyphs(each, segment))
  if (faceBySegment.size < MAX_CACHED_SEGMENTS) faceBySegment.set(key, face)
  return face
}
