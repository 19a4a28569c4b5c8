// A class belongs to the style sheet with its name: only `chip.css` has `.chip` and `.chip-mark`, so one file
// has all styles of a part.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const client = join(import.meta.dirname, '../../src')
const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
  (name) => !name.includes('.test.'),
)
const sheets = files.filter((name) => name.endsWith('.css'))

// Returns the selectors of a style sheet, including those in media queries.
const selectorsOf = (text: string): readonly string[] =>
  [...text.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .flatMap(([, prelude = '']) => (prelude.trim().startsWith('@') ? [] : prelude.split(/,(?![^(]*\))/)))
    .map((selector) => selector.trim())

const classesOf = (selector: string) =>
  [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)

// `tabs.css` owns `.tab` and `.tabs`.
const stemOf = (sheet: string) => basename(sheet, '.css').replace(/s$/, '')
const stems = sheets.map(stemOf)
const belongsTo = (stem: string, name: string) =>
  name === stem || name === `${stem}s` || new RegExp(`^${stem}s?-`).test(name)
const ownerOf = (name: string) =>
  stems
    .filter((stem) => belongsTo(stem, name))
    .reduce((best, stem) => (stem.length > best.length ? stem : best), '')

// These sheets style elements, not classes.
const withoutClasses = ['tokens', 'typeface', 'base', 'index']

describe('style sheets', () => {
  it('have unique names', () => {
    expect(stems).toEqual([...new Set(stems)])
  })

  it.each(sheets.filter((sheet) => !withoutClasses.includes(basename(sheet, '.css'))))(
    '%s styles only its own classes',
    (sheet) => {
      const stem = stemOf(sheet)
      const selectors = selectorsOf(readFileSync(join(client, sheet), 'utf8'))
      expect(
        selectors
          .filter((selector) => /[.#:[a-z]/i.test(selector) && !/^(from|to|\d+%)$/.test(selector))
          .filter((selector) => !classesOf(selector).some((name) => ownerOf(name) === stem)),
      ).toEqual([])
    },
  )

  it.each(sheets)('%s names no class without a sheet', (sheet) => {
    const selectors = selectorsOf(readFileSync(join(client, sheet), 'utf8'))
    // `.button.primary`: a class that appears only together with an owned one is a variant of it.
    const unowned = selectors.flatMap((selector) =>
      selector
        .split(/[\s>+~]+(?![^(]*\))/)
        .map(classesOf)
        .filter((names) => names.length > 0 && names.every((name) => ownerOf(name) === ''))
        .flat(),
    )
    expect(unowned).toEqual([])
  })
})

describe('components', () => {
  const owned = new Set(
    sheets.flatMap((sheet) => selectorsOf(readFileSync(join(client, sheet), 'utf8')).flatMap(classesOf)),
  )

  it.each(files.filter((name) => name.endsWith('.tsx')))(
    '%s uses only classes that a sheet defines',
    (file) => {
      const used = [...readFileSync(join(client, file), 'utf8').matchAll(/className="([^"]*)"/g)].flatMap(
        ([, names = '']) => names.split(' '),
      )
      expect(used.filter((name) => name !== '' && !owned.has(name))).toEqual([])
    },
  )
})

// Three widths: from 40rem no longer a handheld, from 64rem with the navigation at the side, from 90rem a wide
// terminal. The low window is a terminal with a zoom of 200 %.
const features = [
  '(width < 40rem)',
  '(width >= 40rem)',
  '(width < 64rem)',
  '(width >= 64rem)',
  '(width < 90rem)',
  '(width >= 90rem)',
  '(height < 30rem)',
  '(pointer: coarse)',
  '(not (pointer: coarse))',
  '(hover: none)',
  '(forced-colors: active)',
  'not (prefers-contrast: more)',
  '(prefers-reduced-motion: reduce)',
  'print',
]

it.each(sheets)('%s has only the listed media features', (sheet) => {
  const queries = [...readFileSync(join(client, sheet), 'utf8').matchAll(/@media ([^{]+) \{/g)]
  const used = queries.flatMap(([, query = '']) => query.split(/,\s*|\s+and\s+/))
  expect(used.filter((feature) => !features.includes(feature))).toEqual([])
})
