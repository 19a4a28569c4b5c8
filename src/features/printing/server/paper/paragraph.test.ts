import { describe, expect, test } from 'vitest'
import { layOutLines, measure } from './paragraph.ts'

const room = { width: 90, size: 10 }
const linesOf = (text: string) => layOutLines(text, room)
const turned = (line: string) => line.split(' ').toReversed().join(' ')

describe('a text that needs several lines', () => {
  const hebrew = 'שתילי תות שדה שגודלו במשתלה הצפונית לקראת העונה הבאה'

  test('reads from the first line down, each line from the right', () => {
    const lines = linesOf(hebrew)
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.map(turned).join(' ')).toBe(hebrew)
    for (const line of lines) expect(measure(line, 'normal') * room.size).toBeLessThanOrEqual(room.width)
  })

  test('keeps its direction in a line that begins with left-to-right words', () => {
    expect(linesOf('שתילי תות שדה North Fields של המשתלה')).toEqual([
      'North שדה תות שתילי',
      'המשתלה של Fields',
    ])
  })

  test('is broken at spaces, in order, if all of it is left-to-right', () => {
    const latin = 'Strawberry plants of the northern nursery for the coming season'
    expect(linesOf(latin).length).toBeGreaterThan(2)
    expect(linesOf(latin).join(' ')).toBe(latin)
    for (const line of linesOf(latin))
      expect(measure(line, 'normal') * room.size).toBeLessThanOrEqual(room.width)
  })
})
