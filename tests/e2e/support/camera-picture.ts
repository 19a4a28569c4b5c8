/** Writes a still video of a barcode for Chromium's fake camera, in the YUV4MPEG2 format. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwip from 'bwip-js/node'

const width = 640
const height = 480
// Width of the narrowest bar, in pixels.
const moduleWidth = 3

/** Writes the video of a Code 128 barcode and returns its path. The same code always gets the same path. */
export function filmCode(code: string): string {
  const [drawn] = bwip.raw({ bcid: 'code128', text: code })
  const bars = drawn !== undefined && 'sbs' in drawn ? drawn.sbs : []
  const row = Buffer.alloc(width, 235)
  let x = Math.floor((width - moduleWidth * bars.reduce((sum, bar) => sum + bar, 0)) / 2)
  bars.forEach((bar, index) => {
    // Bars and spaces alternate, starting with a bar.
    if (index % 2 === 0) row.fill(16, x, x + bar * moduleWidth)
    x += bar * moduleWidth
  })
  const white = Buffer.alloc(width, 235)
  const isBar = (line: number): boolean => line > height / 4 && line < (3 * height) / 4
  const luma = Buffer.concat(Array.from({ length: height }, (_, line) => (isBar(line) ? row : white)))
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`)
  const folder = join(tmpdir(), 'trimline-films')
  const path = join(folder, `${code}.y4m`)
  mkdirSync(folder, { recursive: true })
  // Two workers may write the file at the same time: the rename is atomic.
  writeFileSync(`${path}.${process.pid}`, Buffer.concat([head, frame, frame]))
  renameSync(`${path}.${process.pid}`, path)
  return path
}
