import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawIcons, iconFiles, pathOf } from '#tests/support/icons.mjs'

describe('icons', () => {
  it.each(['first', 'later'] as const)('%s are what npm run icons draws', async (part) => {
    expect(readFileSync(iconFiles[part], 'utf8')).toBe(await drawIcons(part))
  })

  it('combines its shapes into one path', () => {
    // An arrow after a line: its first point becomes absolute, and the others stay relative.
    const line = ['path', { d: 'M21 12H9' }] as const
    expect(pathOf([line, ['path', { d: 'm16 17 5-5-5-5' }]])).toBe('M21 12H9M16 17l5-5-5-5')
    expect(pathOf([line, ['path', { d: 'm7.5 4.27v9' }]])).toBe('M21 12H9M7.5 4.3v9')
    expect(pathOf([['circle', { cx: '12', cy: '12', r: '3' }]])).toBe('M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0z')
    expect(pathOf([['rect', { x: '3', y: '4', width: '10', height: '6' }]])).toBe('M3 4h10v6h-10v-6z')
    expect(pathOf([['path', { d: 'M1.23456-0.005.129 4' }]])).toBe('M1.2-0.005.129 4')
    expect(() => pathOf([['ellipse', {}]])).toThrow('ellipse')
  })
})
