/** A film of a code for Chromium's stand-in camera: bars on white, in the YUV4MPEG2 format, still. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwip from 'bwip-js/node'

const width = 640
const height = 480
// Pixels of a bar of the least width.
const module = 3

/** Writes the film of a Code 128 and answers its path, the same for the same code. */
export function filmCode(code: string): string {
  const [drawn] = bwip.raw({ bcid: 'code128', text: code })
  const bars = drawn !== undefined && 'sbs' in drawn ? drawn.sbs : []
  const row = Buffer.alloc(width, 235)
  let at = Math.floor((width - module * bars.reduce((sum, bar) => sum + bar, 0)) / 2)
  bars.forEach((bar, index) => {
    // Bars and spaces take turns, a bar first.
    if (index % 2 === 0) row.fill(16, at, at + bar * module)
    at += bar * module
  })
  const white = Buffer.alloc(width, 235)
  const isBar = (line: number): boolean => line > height / 4 && line < (3 * height) / 4
  const luma = Buffer.concat(Array.from({ length: height }, (_, line) => (isBar(line) ? row : white)))
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`)
  const folder = join(tmpdir(), 'trimline-films')
  const path = join(folder, `${code}.y4m`)
  mkdirSync(folder, { recursive: true })
  // Two workers may write it at once: it is whole or not there.
  writeFileSync(`${path}.${process.pid}`, Buffer.concat([head, frame, frame]))
  renameSync(`${path}.${process.pid}`, path)
  return path
}
