import { describe, expect, test } from 'vitest'
import { cleanText, visualLine } from './visible-text.ts'

describe('the visual order of a line', () => {
  test.each([
    ['Alder Farms 42', 'Alder Farms 42'],
    ['שלום עולם 42', '42 עולם שלום'],
    ['G2 - שלום עולם', 'G2 - עולם שלום'],
    ['מזרעה North 12 גדולה', 'גדולה North 12 מזרעה'],
    ['مزرعة الفراولة', 'الفراولة مزرعة'],
    ['שלום', 'שלום'],
    ['', ''],
  ])('%s', (line, drawn) => {
    expect(visualLine(line)).toBe(drawn)
  })
})

describe('a text cleaned for paper', () => {
  test.each([
    ['two\n lines\tand  more ', 'two lines and more'],
    ['e\u0301', 'é'],
    ['\u202egnirts\u202c \u0007bell\u200b', 'gnirts bell'],
    ['👩\u200d🌾', '👩🌾'],
    ['half \ud83d of one', 'half of one'],
  ])('%j', (text, clean) => {
    expect(cleanText(text).replaceAll('  ', ' ')).toBe(clean)
  })
})
