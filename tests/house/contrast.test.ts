// Checks the contrast of the tokens by WCAG 2.2 in each theme, with the colours of tokens.css.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, '../../src/app/shell/styles/tokens.css'), 'utf8').replace(
  /\/\*.*?\*\//gs,
  '',
)

type Tokens = Readonly<Record<string, string>>

// Returns the tokens of the first rule with this selector.
const tokensOf = (selector: string): Tokens => {
  const body = css.split(`${selector} {`)[1]?.split('}')[0]
  if (body === undefined) throw new Error(`tokens.css has no ${selector}`)
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

// Resolves light-dark() to the value of one colour scheme.
const inScheme = (tokens: Tokens, value: '$1' | '$2'): Tokens =>
  Object.fromEntries(
    Object.entries(tokens).map(([name, each]) => [name, each.replace(/light-dark\((\S+), (\S+)\)/g, value)]),
  )

const more = tokensOf(':root')
const usual = { ...more, ...tokensOf(':root:not([data-contrast="more"], [data-theme="sun"])') }
const light = inScheme(usual, '$1')
// This theme always has more contrast.
const sun = { ...inScheme(more, '$1'), ...tokensOf(':root[data-theme="sun"]') }
const appearances: Readonly<Record<string, Tokens>> = {
  light,
  dark: inScheme(usual, '$2'),
  sun,
  'light, more contrast': inScheme(more, '$1'),
  'dark, more contrast': inScheme(more, '$2'),
}

type Colour = readonly [number, number, number]

// Returns the parts of a colour, each 0 to 255: `#rrggbb`, a token, or a mixture of two.
const colourOf = (value: string, tokens: Tokens): Colour => {
  const resolved = value.replace(/var\(--([\w-]+)\)/g, (_, name: string) => tokens[name] ?? `no --${name}`)
  if (resolved.includes('var(')) return colourOf(resolved, tokens)
  const mixed = /^color-mix\(in srgb, (\S+) ([\d.]+)%, (\S+)\)$/.exec(resolved)
  if (mixed) {
    const [, one = '', share = '', other = ''] = mixed
    const [from, to] = [colourOf(one, tokens), colourOf(other, tokens)]
    const part = (at: 0 | 1 | 2) => from[at] * (Number(share) / 100) + to[at] * (1 - Number(share) / 100)
    return [part(0), part(1), part(2)]
  }
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(resolved) ?? []
  if (blue === '') throw new Error(`${value} is no colour: ${resolved}`)
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
const luminance = (colour: Colour) => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const ratio = (one: string, other: string, tokens: Tokens) => {
  const [dark = 0, bright = 0] = [one, other]
    .map((name) => luminance(colourOf(`var(--${name})`, tokens)))
    .toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

const surfaces = ['page', 'surface', 'surface-sunk', 'surface-raised']
const states = ['ok', 'warning', 'error', 'info']
const pairs = (fronts: readonly string[], backs: readonly string[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back] as const))
const texts = [
  ...pairs(['ink', 'ink-quiet', 'error'], surfaces),
  ...pairs(
    ['ink'],
    states.map((state) => `${state}-surface`),
  ),
  ...states.map((state) => [state, `${state}-surface`] as const),
  ['ok', 'surface'],
  ['warning', 'surface'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-press'],
] as const
// Marks that show a control, a choice or the focus.
const marks = [
  ...pairs(['line-strong', 'primary', 'focus', 'accent'], surfaces),
  ['berry-leaf', 'surface'],
] as const

describe.each(Object.entries(appearances))('%s', (_, tokens) => {
  it('has text of at least 7:1 on every surface', () => {
    expect(ratio('ink', 'ink', tokens)).toBe(1)
    const faint = texts.map(([front, back]) => ({ front, back, is: ratio(front, back, tokens) }))
    expect(faint.filter(({ is }) => is < 7)).toEqual([])
  })

  it('has marks of at least 3:1', () => {
    const faint = marks.map(([front, back]) => ({ front, back, is: ratio(front, back, tokens) }))
    expect(faint.filter(({ is }) => is < 3)).toEqual([])
  })

  it.each(['BLACK', 'BLUE', 'RASP', 'STRAW'])(
    'has text of at least 7:1 on the surface of %s',
    (commodity) => {
      const here = {
        ...tokens,
        ...tokensOf('[data-commodity]'),
        ...tokensOf(`[data-commodity="${commodity}"]`),
      }
      expect(ratio('ink', 'accent-surface', here)).toBeGreaterThanOrEqual(7)
      expect(ratio('ink-quiet', 'accent-surface', here)).toBeGreaterThanOrEqual(7)
      // The commodity's berry, and the mark of the open entry.
      expect(ratio('accent', 'accent-surface', here)).toBeGreaterThanOrEqual(3)
      expect(ratio('accent', 'surface', here)).toBeGreaterThanOrEqual(4.5)
      expect(ratio('line-strong', 'accent-surface', here)).toBeGreaterThanOrEqual(3)
    },
  )
})

describe('the sun theme', () => {
  it('is black on white without tints', () => {
    expect(ratio('ink', 'page', sun)).toBeCloseTo(21, 5)
    const tinted = [...surfaces, ...states.map((state) => `${state}-surface`)].filter(
      (name) => ratio(name, 'surface', sun) !== 1,
    )
    expect(tinted).toEqual([])
    expect(sun['tint']).toBe('0%')
  })

  it('has thicker lines', () => {
    const thicker = ['hair', 'stroke', 'ring'].filter(
      (name) =>
        Number.parseInt(sun[name as 'hair'] ?? '', 10) > Number.parseInt(light[name as 'hair'] ?? '', 10),
    )
    expect(thicker).toEqual(['hair', 'stroke', 'ring'])
  })
})
