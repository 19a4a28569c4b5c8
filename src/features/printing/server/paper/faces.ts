// The faces of all prints: DejaVu Sans Condensed for Latin, Greek, Cyrillic, Hebrew and Arabic, and others
// for what it lacks, loaded when a text needs them. They have one weight each.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { WEIGHTS, type Weight } from './weights.ts'
import { sfntOfWoff } from './woff.ts'

// In the order in which they are tried: the large ones last.
const fallbacks = {
  thai: '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff',
  devanagari: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  hangul: '@openfonts/noto-sans-kr_korean/files/noto-sans-kr-korean-400.woff',
  han: '@openfonts/noto-sans-sc_all/files/noto-sans-sc-all-400.woff',
} as const
type Fallback = keyof typeof fallbacks

const files: Readonly<Record<Weight | Fallback, string>> = {
  normal: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  ...fallbacks,
}

/** A face by its name: a weight of the usual one, or a fallback. */
export type Face = keyof typeof files

/** The faces besides the usual one. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own names
export const FALLBACKS = Object.keys(fallbacks) as readonly Fallback[]

const require = createRequire(import.meta.url)
const loaded = new Map<Face, Buffer>()
const opened = new Map<Face, Font>()

/** The file of a face, as TrueType or OpenType. */
export function fileOf(face: Face): Buffer {
  const known = loaded.get(face)
  if (known) return known
  const file = readFileSync(require.resolve(files[face]))
  const font = files[face].endsWith('.woff') ? sfntOfWoff(file) : file
  loaded.set(face, font)
  return font
}

/** The opened face, for measuring and outlines. */
export function openFace(face: Face): Font {
  const known = opened.get(face)
  if (known) return known
  const font = create(fileOf(face))
  if (!('layout' in font)) throw new Error(`${files[face]} is a collection`)
  opened.set(face, font)
  return font
}

/** A piece of text in one face. */
export interface Piece {
  readonly text: string
  readonly face: Face
}

// What another face may have; nearly every text is known to be plain without opening one.
const beyond = /[^\u0000-\u05ff\u0600-\u06ff\u2000-\u206f\u20a0-\u20bf]/u
const segmenter = new Intl.Segmenter('en')

/**
 * Splits a text into pieces of one face each; a letter and its marks stay together. What no face has is in
 * the usual one.
 */
export function piecesOf(text: string, weight: Weight): readonly Piece[] {
  if (!beyond.test(text)) return [{ text, face: weight }]
  const pieces: { text: string; face: Face }[] = []
  for (const { segment } of segmenter.segment(text)) {
    const face = faceOf(segment, weight) ?? weight
    const last = pieces.at(-1)
    if (last?.face === face) last.text += segment
    else pieces.push({ text: segment, face })
  }
  return pieces
}

/** The letters that no face has, each once. */
export function missingIn(text: string): readonly string[] {
  const found = [...segmenter.segment(text)].filter(({ segment }) => faceOf(segment, 'normal') === undefined)
  return [...new Set(found.map(({ segment }) => segment))]
}

const has = (face: Face, segment: string) => {
  const font = openFace(face)
  return [...segment].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
}

const known = new Map<string, Face | undefined>()
// Texts are names: their letters are few.
const MOST_KNOWN = 20_000

const faceOf = (segment: string, weight: Weight): Face | undefined => {
  const key = `${weight}${segment}`
  if (known.has(key)) return known.get(key)
  const face = [weight, ...FALLBACKS].find((each) => has(each, segment))
  if (known.size < MOST_KNOWN) known.set(key, face)
  return face
}

/** Does it need a face besides the usual one? */
export function needsFallback(text: string): boolean {
  return piecesOf(text, 'normal').some(({ face }) => !WEIGHTS.some((weight) => weight === face))
}
