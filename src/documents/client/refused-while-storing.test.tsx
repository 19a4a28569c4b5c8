// A line whose order is refused while its next step is being stored: only the refusal is reported.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { OutboxStorage } from '#app/outbox/storage.ts'
import {
  type ContractServer,
  dumpOf,
  issuanceOf,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'

const ONE = 'B000000001'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.stock.set(ONE, stockOf({ Qty: 60 }))
  server.dumps.set('30000001', dumpOf('30000001'))
})

// A disk that stores one of the steps slowly: the nth step with this name.
const diskSlowAt = (step: string, nth = 1) => {
  const memory = memoryStorage()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  const append: OutboxStorage['append'] = async (operation, documents) => {
    if (operation.intent.type === 'line' && operation.intent.step === step) {
      asked += 1
      if (asked === nth) await held
    }
    return memory.storage.append(operation, documents)
  }
  return {
    ...memory,
    storage: { ...memory.storage, append },
    release: () => release(),
    asked: () => asked >= nth,
  }
}

const openDump = async (disk: ReturnType<typeof diskSlowAt>) => {
  const page = openScreens(server.base, '/Dump/Edit/30000001', {
    outbox: disk.storage,
    keys: ['DUMPHOMEKEY', 'DUMPKEY', 'DUMPCREATEKEY'],
  })
  await screen.findByText('No lines yet')
  page.scan('%T.R.MOLD')
  await screen.findByText(/^Reason for the next scans: Mould/)
  return page
}

// An issuance with an order of 90 in flight; a second quantity is being stored when the order is refused.
const correct = async (quantity: string) => {
  server.issuances.set('10000001', issuanceOf('10000001'))
  const disk = diskSlowAt('order', 2)
  const page = openScreens(server.base, '/Issuance/Edit/10000001', { outbox: disk.storage })
  await screen.findByText('No lines yet')
  const release = server.hold('POST issuance')
  page.typeQuantity('90')
  page.scan(ONE)
  await waitFor(() => expect(page.outcome()).toBe(`${ONE}: 90 saved on this device.`))
  const field = await screen.findByRole('textbox', { name: `Quantity of ${ONE}` })
  await page.user.clear(field)
  await page.user.type(field, `${quantity}{Enter}`)
  await waitFor(() => expect(disk.asked()).toBe(true))
  return { page, disk, release, field: () => screen.findByRole('textbox', { name: `Quantity of ${ONE}` }) }
}

const sent = () => server.posts('dump').map(({ body }) => body.DumpLogLines[0]?.Status)

it('missing plants of the shelf are reported, even if the dump of the line was not stored yet', async () => {
  const disk = diskSlowAt('dump')
  const page = await openDump(disk)
  const release = server.hold('POST dump')
  page.typeQuantity('90')
  page.scan(ONE, 1000)
  await waitFor(() => expect(disk.asked()).toBe(true))
  release()
  await waitFor(() => expect(disk.open()).toEqual([]))
  disk.release()
  await waitFor(() => expect(page.outcome()).toMatch(/Insufficient quantity/))
  await waitFor(() => expect(disk.open()).toEqual([]))
  expect(
    await screen.findByText(`${ONE}: 30 short at A-01. No other shelf here has this barcode.`),
  ).toBeVisible()
  expect(sent()).toEqual(['OPEN'])
  expect(page.entries().map(({ code }) => code)).not.toContain('outbox.lineGone')
  // The next attempt is one order and one dump.
  await page.command('acknowledge')
  page.typeQuantity('60')
  page.scan(ONE, 2000)
  await waitFor(() =>
    expect(server.dumps.get('30000001')?.lines.map(({ Status, DumpQty }) => [Status, DumpQty])).toEqual([
      ['DUMPED', 60],
    ]),
  )
})

it('a held line is reported, even if its dump is pending behind it', async () => {
  const page = await openDump(diskSlowAt('nothing'))
  server.answer('POST dump', () => ({ odd: true }))
  page.typeQuantity('50')
  page.scan(ONE, 1000)
  await waitFor(() =>
    expect(page.outcome()).toBe(
      `${ONE} is on this device only. The server sent an answer that could not be read. Check the document before you try again.`,
    ),
  )
})

it('a quantity that was corrected during a refusal stays in the field, and is reported as not done', async () => {
  const { page, disk, release, field } = await correct('50')
  release()
  await waitFor(() => expect(disk.open()).toEqual([]))
  disk.release()
  await waitFor(() => expect(page.outcome()).toMatch(/Insufficient quantity/))
  await waitFor(async () => expect(await field()).toHaveValue('50'))
  expect(server.issuances.get('10000001')?.lines).toEqual([])
  await page.command('acknowledge')
  await page.user.type(await field(), '{Enter}')
  await waitFor(() =>
    expect(server.issuances.get('10000001')?.lines.map(({ OrderQty }) => OrderQty)).toEqual([50]),
  )
})

it('a corrected quantity that is pending behind the refused one stays in the field too', async () => {
  const { page, disk, release, field } = await correct('50')
  disk.release()
  await waitFor(() => expect(disk.operations.size).toBe(2))
  release()
  await waitFor(() => expect(page.outcome()).toMatch(/Insufficient quantity/))
  await waitFor(() => expect(disk.open()).toEqual([]))
  expect(await field()).toHaveValue('50')
})
