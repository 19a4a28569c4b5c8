// Header changes that are saved without a network, or whose reply is lost.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  refusedAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { startTransfers, transferSaved } from '#tests/support/transfer-screens.ts'

const NUMBER = '10000001'
const FIRST = 'B000000001'

let server: ContractServer
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  server.issuances.set(NUMBER, issuanceOf(NUMBER, { Comments: 'gate 3' }, [{ BarcodeID: FIRST, Qty: 40 }]))
})

type Options = Parameters<typeof openScreens>[2]

const field = (name: string) => screen.getByRole('textbox', { name })
const openHeader = async (options: Options = {}) => {
  const page = openScreens(server.base, `/Issuance/Edit/${NUMBER}`, options)
  await screen.findByRole('article', { name: FIRST })
  await page.command('editHeader')
  await screen.findByRole('textbox', { name: 'Comment' })
  return page
}
const cutOff = () => server.answer('POST issuance', () => problemAnswer('unavailable'))
const isBack = () => {
  server.answer('POST issuance', undefined)
  act(() => void window.dispatchEvent(new Event('online')))
}
const othersSave = (change: object) =>
  Object.assign(server.issuances.get(NUMBER)?.header ?? {}, change, { LastChangedBy: 'ravi' })
const savedHere = `Issuance ${NUMBER}: saved on this device.`

// Types a comment and saves it without a network.
const saveOffline = async (text: string, options: Options = {}) => {
  const page = await openHeader(options)
  cutOff()
  await page.user.type(field('Comment'), text)
  await page.command('saveHeader')
  await page.says(savedHere)
  return page
}

describe('a header that is saved without a network', () => {
  it('is shown, listed in the outbox with its text, and sent before later steps of its document', async () => {
    const memory = memoryStorage()
    const page = await saveOffline('!', { outbox: memory.storage })
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull())
    expect(screen.getByText('gate 3!')).toBeInTheDocument()
    page.unmount()

    const outbox = openScreens(server.base, '/Outbox/', { outbox: memory.storage })
    const list = within(await screen.findByRole('list', { name: `Issuance ${NUMBER}` }))
    expect(await list.findByRole('listitem')).toHaveTextContent('Edit details Comment gate 3!')
    outbox.unmount()

    const later = openScreens(server.base, `/Issuance/Grower/${NUMBER}`, { outbox: memory.storage })
    await screen.findByRole('article', { name: FIRST })
    later.scan(FIRST)
    await later.says(`${FIRST}: 40 saved on this device.`)
    const before = server.posts().length
    isBack()
    await waitFor(() => expect(memory.open()).toEqual([]))
    const [header, line] = server.posts().slice(before)
    expect(header?.body).toMatchObject({
      IssuanceHeader: { Comments: 'gate 3!' },
      SeenHeader: { Comments: 'gate 3' },
      InventoryLines: [],
    })
    expect(line?.body.InventoryLines).toMatchObject([{ BarcodeID: FIRST, PickQty: 40 }])
    expect(line?.body.IssuanceHeader.Comments).toBe('gate 3!')
  })

  it('is sent again with the same key after a lost reply, and reported once', async () => {
    const page = await openHeader()
    server.answer('POST issuance', () => problemAnswer('unavailable'))
    await page.user.type(field('Comment'), '!')
    await page.command('saveHeader')
    await page.says(savedHere)
    isBack()
    await page.says('Issuance Header Updated')
    expect(new Set(server.posts().map(({ key }) => key)).size).toBe(1)
  })

  it('is merged by field for a server that stores it as it is: the header is reloaded first', async () => {
    const page = await saveOffline('!', { extensions: [] })
    // Such a server has no check: only a change between two attempts can be merged.
    await waitFor(() => expect(server.posts().length).toBeGreaterThan(0))
    othersSave({ ReferenceNbr: 'PO 7' })
    isBack()
    await page.says('Issuance Header Updated')
    expect(server.posts().at(-1)?.body.IssuanceHeader).toMatchObject({
      Comments: 'gate 3!',
      ReferenceNbr: 'PO 7',
    })
  })

  it.each([
    ['our server', ['details']],
    ['another server', []],
  ])(
    'is refused with both values if another person has changed the same field: %s',
    async (_, extensions) => {
      const memory = memoryStorage()
      const page = await saveOffline('!', { outbox: memory.storage, extensions })
      othersSave({ Comments: 'gate 5' })
      server.answer('POST issuance', ({ body }) =>
        body.SeenHeader && body.SeenHeader.Comments !== 'gate 5'
          ? refusedAnswer('headerChanged', { number: NUMBER })
          : undefined,
      )
      act(() => void window.dispatchEvent(new Event('online')))
      const conflictText = 'Comment: someone else saved gate 5. You have gate 3! Edit the details and choose.'
      await page.says(conflictText)
      page.unmount()

      const outbox = openScreens(server.base, '/Outbox/', { outbox: memory.storage, extensions })
      expect(await screen.findByText(new RegExp(conflictText))).toBeVisible()
      outbox.unmount()
      const again = await openHeader({ outbox: memory.storage, extensions })
      expect(field('Comment')).toHaveValue('gate 3!')
      await again.user.click(screen.getByRole('button', { name: 'Keep gate 3!' }))
      // One command more than before: each page of a test restarts the ids of its actions.
      await again.command('editHeader')
      await again.command('saveHeader')
      await again.says('Issuance Header Updated')
      expect(server.issuances.get(NUMBER)?.header).toMatchObject({ Comments: 'gate 3!' })
    },
  )

  it('keeps its values for the form if the document was ended meanwhile, and reports this once', async () => {
    const page = await saveOffline('!')
    othersSave({ Status: 'SHIPPED', LastChangedDateTime: '2026-11-20T07:39:00Z' })
    server.answer('POST issuance', () =>
      refusedAnswer('notWhileStatus', { number: NUMBER, status: 'SHIPPED' }),
    )
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(page.outcome()).toMatch(/was shipped by ravi at .* Not done: Comment gate 3!/))
  })
})

describe('a received temperature without a network', () => {
  it('is saved on this device and sent before the transfer is received', async () => {
    const transfers = await startTransfers()
    const page = openScreens(transfers.base, '/ReceiveInventory/20000001')
    const temperature = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Receive Temp' })
    transfers.answer('POST transfers', () => problemAnswer('unavailable'))
    await page.user.clear(temperature)
    await page.user.type(temperature, '7{Enter}')
    await page.says('Transfer 20000001: saved on this device.')
    expect(temperature).toHaveValue('7')
    transfers.answer('POST transfers', transferSaved)
    act(() => void window.dispatchEvent(new Event('online')))
    await page.says('Receive Temperature Updated')
    expect(transfers.posts().at(-1)?.body).toMatchObject({
      TransferHeader: { ReceiptPlantTemperature: '7' },
      SeenHeader: { ReceiptPlantTemperature: '4' },
    })
  })
})
