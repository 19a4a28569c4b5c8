// While many scans wait the screen is drawn seldom; what waits for a person is shown at once.
import { expect, it, vi } from 'vitest'
import { showSeldom } from '#app/state/use-shown.ts'
import { barcodes, refused, settle, startWork } from '#tests/support/scan-work.ts'

vi.mock('#app/state/use-shown.ts', () => ({
  showNow: vi.fn<() => void>(),
  showSeldom: vi.fn<() => void>(),
}))
const isSeldom = () => vi.mocked(showSeldom).mock.lastCall?.[0]

it('draws seldom while three scans are under way, and at once when an error waits for OK', async () => {
  const work = startWork()
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

it('draws at once while a dialog is open', async () => {
  const work = startWork()
  work.openDocument('10000123')
  for (const barcode of barcodes) work.scan(barcode, 50)
  await settle()
  expect(isSeldom()).toBe(true)
  const close = work.openDialog({})
  await settle()
  expect(isSeldom()).toBe(false)
  close()
})

it('draws seldom until none waits: a device that has fallen behind does not draw each of the last ones', async () => {
  const work = startWork()
  work.openDocument('10000123')
  for (const barcode of barcodes.slice(0, 3)) work.scan(barcode, 50)
  await settle()
  await work.answerNext(0)
  await work.answerNext(1)
  expect(isSeldom()).toBe(true)
  await work.answerNext(2)
  expect(isSeldom()).toBe(false)
})
