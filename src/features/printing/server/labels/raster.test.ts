import { expect, test } from 'vitest'
import { type Bitmap, rasterLine } from './raster.ts'

const isBlack = ({ bits, rowBytes }: Bitmap, column: number, row: number) =>
  column >= 0 && ((bits[row * rowBytes + (column >> 3)] ?? 0) & (0x80 >> (column & 7))) !== 0

// Counts the strokes that a line along this row crosses.
const strokesOf = (bitmap: Bitmap, row: number) =>
  Array.from({ length: bitmap.width }, (_, column) => column).filter(
    (column) => isBlack(bitmap, column, row) && !isBlack(bitmap, column - 1, row),
  ).length

const rowsOf = ({ height }: Bitmap) => Array.from({ length: height }, (_, row) => row)

// 4 points are 11 dots at 203 dots per inch.
const sizes = Array.from({ length: 30 }, (_, n) => 7 + n / 2)

test.each(sizes)('twenty small stems are all drawn, %d dots high', (size) => {
  const stems = rasterLine('l '.repeat(20).trim(), 'normal', size)
  const maxStrokes = Math.max(...rowsOf(stems).map((row) => strokesOf(stems, row)))
  expect(maxStrokes).toBe(20)
  // Most rows show all stems.
  const rowsWithAllStems = rowsOf(stems).filter((row) => strokesOf(stems, row) === 20)
  expect(rowsWithAllStems.length).toBeGreaterThan(size / 2)
})

test.each(sizes)('a thin horizontal bar is drawn, %d dots high', (size) => {
  const bars = rasterLine('–', 'normal', size)
  expect(rowsOf(bars).some((row) => strokesOf(bars, row) === 1)).toBe(true)
})
