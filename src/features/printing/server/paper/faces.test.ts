import { describe, expect, it } from 'vitest'
import { namesInScripts } from '#tests/support/paper-desk.ts'
import { missingLetters, openFace, piecesOf } from './faces.ts'
import { layOutLines, measure } from './paragraph.ts'

const long = (name: string) => Array.from({ length: 6 }, () => name).join(' ')

describe.each(Object.entries(namesInScripts))('%s', (_, name) => {
  it('has a font for every letter', () => {
    expect(missingLetters(name)).toEqual([])
    for (const { text, face } of piecesOf(name, 'bold')) {
      const letters = [...text].map((letter) => [
        letter,
        openFace(face).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
      ])
      expect(letters.filter(([, has]) => !has)).toEqual([])
    }
    expect(
      piecesOf(name, 'normal')
        .map(({ text }) => text)
        .join(''),
    ).toBe(name)
  })

  it('breaks into lines that fit their column when drawn', () => {
    const lines = layOutLines(long(name), { width: 90, size: 9 })
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(measure(line, 'normal') * 9).toBeLessThanOrEqual(90)
  })
})

it('a text in the main font opens no other font', () => {
  expect(piecesOf('Monterey, Łódź', 'bold')).toEqual([{ text: 'Monterey, Łódź', face: 'bold' }])
})

it('reports each letter that no font has', () => {
  expect(missingLetters('Farm ꧅ 42 🍓')).toEqual(['꧅', '🍓'])
})
