// Rendering is throttled while many scans wait, but immediate when a person must act.
import { expect, it, vi } from 'vitest'
import { throttleRendering } from '#app/state/use-batched-store.ts'
import { barcodes, refused, settle, startScanEngine } from '#tests/support/scan-work.ts'

vi.mock('#app/state/use-batched-store.ts', () => ({
  flushRendering: vi.fn<() => void>(),
  throttleRendering: vi.fn<() => void>(),
}))
const isSeldom = () => vi.mocked(throttleRendering).mock.lastCall?.[0]

it('throttles rendering while three scans are pending, and renders immediately when an error waits for OK', async () => {
  const work = startScanEngine()
  work.openDocument('10000123')
  for (const barcode of barcodes.slice(0, 2)) work.scan(barcode, 50)
  await settle()
  expect(isSeldom()).toBe(false)
  for (const barcode of barcodes.slice(2)) work.scan(barcode, 50)
  await settle()
  expect(isSeldom()).toBe(true)
  await work.answerNext(0, refused)
  expect(work.engine.state()).toMatchObject({ held: true })
  expect(isSeldom()).toBe(false)
})

it('renders immediately while a dialog is open', async () => {
  const work = startScanEngine()
  work.openDocument('10000123')
  for (const barcode of barcodes) work.scan(barcode, 50)
  await settle()
  expect(isSeldom()).toBe(true)
  const close = work.openDialog({})
  await settle()
  expect(isSeldom()).toBe(false)
  close()
})

it('throttles rendering until no scan is pending, so that a slow device does not render each of the last ones', async () => {
  const work = startScanEngine()
  work.openDocument('10000123')
  for (const barcode of barcodes.slice(0, 3)) work.scan(barcode, 50)
  await settle()
  await work.answerNext(0)
  await work.answerNext(1)
  expect(isSeldom()).toBe(true)
  await work.answerNext(2)
  expect(isSeldom()).toBe(false)
})
