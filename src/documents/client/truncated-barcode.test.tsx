import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  server = await startContractServer()
  server.issuances.set(
    '10000001',
    issuanceOf('10000001', {}, [
      { BarcodeID: 'B125000843', Qty: 40 },
      { BarcodeID: 'B125000844', Qty: 15 },
      { BarcodeID: 'C125000844', Qty: 15 },
    ]),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

// The picking screen after the scan of a truncated barcode.
const scanTorn = async (text: string) => {
  const page = openScreens(server.base, '/Issuance/Grower/10000001')
  await lineOf('B125000843')
  page.scan(text)
  await waitFor(() => expect(page.outcome()).toBeTruthy())
  return page
}
const read = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('a barcode without its first character', () => {
  it("is offered if exactly one line's barcode completes it, and used after a Yes", async () => {
    const page = await scanTorn('125000843')
    expect(page.outcome()).toMatch(/^Did you mean B125000843\? Press Enter\./)
    expect(server.posts()).toEqual([])
    read(1000)
    await page.command('takeOffered')
    await waitFor(() => expect(page.outcome()).toBe('B125000843: picked 40 of 40.'))
    expect(screen.getByText('1 of 3 lines')).toBeVisible()
    expect(server.posts()).toHaveLength(1)
  })

  it("is not accepted by the scanner's own second Enter", async () => {
    const page = await scanTorn('125000843')
    read(120)
    await page.command('takeOffered')
    expect(page.outcome()).toMatch(/^Did you mean B125000843\?/)
    expect(server.posts()).toEqual([])
  })

  it('is dropped by an OK to the error, and by the next scan', async () => {
    const page = await scanTorn('125000843')
    read(1000)
    await page.command('acknowledge')
    await page.command('takeOffered')
    expect(server.posts()).toEqual([])
    page.scan('B125000844', 1000)
    await waitFor(() => expect(page.outcome()).toBe('B125000844: picked 15 of 15.'))
    await page.command('takeOffered')
    expect(server.posts()).toHaveLength(1)
  })

  it('is only reported if the barcodes of two lines complete it, or of none', async () => {
    const page = await scanTorn('125000844')
    expect(page.outcome()).toMatch(/Only part of the label was read/)
    await page.command('acknowledge')
    page.scan('125000899', 1000)
    await waitFor(() => expect(page.outcome()).toMatch(/Only part of the label was read/))
  })
})
