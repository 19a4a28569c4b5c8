import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { publishNews } from '#app/state/live.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  refusedAnswer,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { actAsHandheld } from '#tests/support/handheld.ts'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
})

const create = (options = {}) => openScreens(server.base, '/Issuance/Edit/New', options)
const choose = async (page: ReturnType<typeof create>, name: string) => {
  await page.user.click(screen.getByRole('combobox', { name: /Destination/ }))
  await page.user.click(await screen.findByRole('option', { name: new RegExp(name) }))
}

describe('a new issuance', () => {
  it('needs its type, then its destination, and shows what is missing', async () => {
    const page = create()
    const save = await screen.findByRole('button', { name: /Create/ })
    expect(save).toHaveAccessibleDescription('Choose Grower or Nursery first.')
    expect(screen.getByRole('combobox', { name: /Destination/ })).toBeDisabled()
    expect(screen.getByRole('textbox', { name: 'Ref #' })).toBeDisabled()
    await waitFor(() => expect(screen.getByRole('term').nextSibling).toHaveTextContent('WAT - Watsonville'))
    expect(screen.getByRole('term')).toHaveTextContent('Source')
    expect(screen.queryByText('Tag #')).toBeNull()
    await page.user.click(screen.getByRole('radio', { name: 'Grower' }))
    await waitFor(() => expect(save).toHaveAccessibleDescription('Choose a destination.'))
    await choose(page, 'Coast Berries')
    await waitFor(() => expect(save).not.toHaveAccessibleDescription())
    await page.user.type(screen.getByRole('textbox', { name: 'Ref #' }), 'PO 12{Enter}')
    await page.says('Issuance Header Created')
    expect(server.posts()[0]?.body.IssuanceHeader).toMatchObject({
      IssueToType: 'Grower',
      IssueToNbr: 'G1',
      EntityName: 'Coast Berries',
      ReferenceNbr: 'PO 12',
      Status: 'OPEN',
    })
    await waitFor(() => expect(page.address()).toBe('/Issuance/Edit/10000901'))
  })

  it('asks about a grower with another pickup location, and lets the person choose another grower', async () => {
    const page = create()
    await page.user.click(await screen.findByRole('radio', { name: 'Grower' }))
    await choose(page, 'Hill Farms')
    const question = 'Grower Entity Pickup Location is different from your login warehouse.'
    const dialog = await screen.findByRole('alertdialog', { name: question })
    expect(dialog).toHaveTextContent(
      'G2 - Hill Farms picks up at SAL - Salinas. You are at WAT - Watsonville.',
    )
    page.scan('%T.ANOTHER')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('combobox', { name: /Destination/ })).toHaveValue(''))
    await choose(page, 'Hill Farms')
    await page.user.click(await screen.findByRole('button', { name: /^Continue ?C$/ }))
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: /Destination/ })).toHaveValue('G2 - Hill Farms'),
    )
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    await page.says('Issuance Header Created')
  })

  it("offers the season's growers with number and pickup location, and shows that a list is shortened", async () => {
    const growers = [
      { Id: 911, GrowerEntity: 'Coast Berries', PickUpLocationId: 'WAT', Commodity: 'STRAW' },
      { Id: 912, GrowerEntity: 'Coast Berries', PickUpLocationId: 'SAL', Commodity: '4' },
      { Id: 913, GrowerEntity: 'Blue Coast', PickUpLocationId: 'WAT', Commodity: 'BLUE' },
    ]
    server.answer('GET grower', () => ({ Result: growers }))
    const page = create()
    await page.user.click(await screen.findByRole('radio', { name: 'Grower' }))
    const destination = screen.getByRole('combobox', { name: /Destination/ })
    await page.user.click(destination)
    const names = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    const first = '911 - Coast Berries Pickup: WAT - Watsonville'
    const second = '912 - Coast Berries Pickup: SAL - Salinas'
    expect(await names()).toEqual([first, second])
    await page.user.type(destination, 'salinas')
    await waitFor(async () => expect(await names()).toEqual([second]))
    expect(screen.queryByText(/Type to filter/)).toBeNull()
    page.unmount()

    const many = Array.from({ length: 137 }, (_, index) => ({ Id: 1000 + index, GrowerEntity: 'Coast' }))
    server.answer('GET grower', () => ({ Result: many }))
    localStorage.clear()
    const again = create()
    await again.user.click(await screen.findByRole('radio', { name: 'Grower' }))
    await again.user.click(screen.getByRole('combobox', { name: /Destination/ }))
    expect(await screen.findByText('60 of 137. Type to filter.')).toBeVisible()
    expect(await names()).toHaveLength(60)
  })

  it("never asks about a nursery's pickup location", async () => {
    const page = create()
    await page.user.click(await screen.findByRole('radio', { name: 'Nursery' }))
    await choose(page, 'Redwood Nursery')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('combobox', { name: /Destination/ })).toHaveValue('Redwood Nursery')
  })

  it('offers only the types that the keys allow', async () => {
    create({ keys: ['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY'] })
    expect(await screen.findByRole('radio', { name: 'Grower' })).toBeChecked()
    expect(screen.queryByRole('radio', { name: 'Nursery' })).toBeNull()
  })

  it('limits lengths: 50 for the reference, 255 for the comment', async () => {
    create({ keys: ['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY'] })
    expect(await screen.findByRole('textbox', { name: 'Ref #' })).toHaveAttribute('maxlength', '50')
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveAttribute('maxlength', '255')
  })

  it("takes dates on a handheld from the calendar, without a soft keyboard or the device's picker", async () => {
    actAsHandheld()
    const page = create({ keys: ['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY'] })
    const date = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Issue Date' })
    expect(date).toHaveAttribute('readonly')
    await page.user.click(date)
    await page.user.click(await screen.findByRole('button', { name: 'No date' }))
    expect(date).toHaveValue('')
    await waitFor(() => expect(date).toHaveFocus())
    await page.user.click(date)
    await page.user.click(await screen.findByRole('button', { name: 'Today' }))
    expect(date).not.toHaveValue('')
  })

  it('refuses a mistyped year: shows the error once the field is left, and sends nothing', async () => {
    const page = create({ keys: ['ISSUANCEADMINKEY', 'GROWERISSUANCEADMINKEY'] })
    await choose(page, 'Coast Berries')
    const save = screen.getByRole('button', { name: /Create/ })
    await waitFor(() => expect(save).not.toHaveAccessibleDescription())
    const date = screen.getByLabelText('Issue Date')
    await page.user.clear(date)
    await page.user.type(date, '0002-11-20')
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(save).toHaveAccessibleDescription('Enter a date from 2000 to 2099.'))
    await page.user.tab()
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter a date from 2000 to 2099.')
    await page.command('saveHeader')
    await waitFor(() => expect(page.outcome()).toBe('Enter a date from 2000 to 2099.'))
    expect(server.posts()).toEqual([])
  })

  it("shows the server's refusal and keeps all input", async () => {
    const page = create()
    await page.user.click(await screen.findByRole('radio', { name: 'Grower' }))
    await choose(page, 'Coast Berries')
    server.answer('POST issuance', () => problemAnswer('state_conflict', 'The season is closed'))
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Create\/Update Issuance Header\. \w/))
    server.answer('POST issuance', undefined)
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    await page.says('Issuance Header Created')
  })

  it('without a reply is saved on this device with a local number, accepts lines, and is one change', async () => {
    const page = create()
    await page.user.click(await screen.findByRole('radio', { name: 'Grower' }))
    await choose(page, 'Coast Berries')
    server.stock.set('B000000001', stockOf())
    server.answer('POST issuance', () => problemAnswer('unavailable'))
    await page.user.click(screen.getByRole('button', { name: /Create/ }))
    await waitFor(() => expect(page.outcome()).toMatch(/^NEW-\w{6}: saved on this device\./))
    expect(await screen.findByText('No lines yet')).toBeVisible()
    page.typeQuantity('7')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 7 saved on this device.'))
    expect(new Set(server.posts().map(({ key }) => key)).size).toBe(1)
    server.answer('POST issuance', undefined)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 7.'))
    const [line] = server.posts().slice(-1)
    expect(line?.body.IssuanceHeader.TagNbr).toMatch(/^\d+$/)
    expect(line?.body.InventoryLines).toMatchObject([{ BarcodeID: 'B000000001', OrderQty: 7 }])
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(line?.body.IssuanceHeader.TagNbr)
  })

  it('keeps input that is typed during the creation as an unsaved change of the new document', async () => {
    const page = create()
    await page.user.click(await screen.findByRole('radio', { name: 'Grower' }))
    await choose(page, 'Coast Berries')
    const release = server.hold('POST issuance')
    await page.user.type(screen.getByRole('textbox', { name: 'Ref #' }), 'PO 1{Enter}')
    await waitFor(() => expect(server.posts()).toHaveLength(1))
    await page.user.type(screen.getByRole('textbox', { name: 'Ref #' }), '2')
    release()
    await waitFor(() => expect(page.address()).toBe('/Issuance/Edit/10000901'))
    await screen.findByText('No lines yet')
    await page.command('editHeader')
    expect(await screen.findByRole('textbox', { name: 'Ref #' })).toHaveValue('PO 12')
    expect(server.posts()[0]?.body.IssuanceHeader).toMatchObject({ ReferenceNbr: 'PO 1' })
  })

  it('survives a reload, and can be started over', async () => {
    const page = create()
    await page.user.click(await screen.findByRole('radio', { name: 'Grower' }))
    await page.user.type(screen.getByRole('textbox', { name: 'Comment' }), 'early truck')
    page.unmount()
    const again = create()
    expect(await screen.findByRole('textbox', { name: 'Comment' })).toHaveValue('early truck')
    expect(screen.getByText('Your unsaved changes were restored.')).toBeVisible()
    await again.user.click(screen.getByRole('button', { name: 'Discard them' }))
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  })
})

describe('the header of an existing issuance', () => {
  it('is updated; its type stays', async () => {
    server.issuances.set('10000001', issuanceOf('10000001'))
    const page = openScreens(server.base, '/Issuance/Edit/10000001')
    await screen.findByText('No lines yet')
    await page.command('editHeader')
    expect(await screen.findByRole('radio', { name: 'Grower' })).toBeDisabled()
    expect(screen.getByText('Tag #').nextSibling).toHaveTextContent('10000001')
    await page.user.type(screen.getByRole('textbox', { name: 'Comment' }), 'two pallets')
    await page.user.click(screen.getByRole('button', { name: /Update/ }))
    await page.says('Issuance Header Updated')
    await waitFor(() => expect(screen.queryByRole('radio', { name: 'Grower' })).toBeNull())
    expect(server.posts()[0]?.body.IssuanceHeader).toMatchObject({
      TagNbr: '10000001',
      Comments: 'two pallets',
    })
  })

  it('cannot be edited once the issuance is shipped', async () => {
    server.issuances.set('10000001', issuanceOf('10000001', { Status: 'SHIPPED' }))
    const page = openScreens(server.base, '/Issuance/Edit/10000001')
    await screen.findByRole('heading', { name: 'Issuance 10000001' })
    await page.command('editHeader')
    await waitFor(() => expect(page.outcome()).toBe('Not while 10000001 is SHIPPED.'))
  })
})

describe('a header that another person edits at the same time', () => {
  const NUMBER = '10000001'
  beforeEach(() => {
    localStorage.clear()
    server.issuances.set(NUMBER, issuanceOf(NUMBER, { Comments: 'gate 3' }))
  })
  const openHeader = async (options: Parameters<typeof create>[0] = {}) => {
    const page = openScreens(server.base, `/Issuance/Edit/${NUMBER}`, options)
    await screen.findByText('No lines yet')
    await page.command('editHeader')
    await screen.findByRole('textbox', { name: 'Comment' })
    return page
  }
  const raviSaves = (change: object) => {
    Object.assign(server.issuances.get(NUMBER)?.header ?? {}, change)
    act(() => publishNews({ Type: 'reload', Since: '' }))
  }
  const field = (name: string) => screen.getByRole('textbox', { name })

  it('updates untouched fields; these are no draft', async () => {
    const page = await openHeader()
    raviSaves({ ReferenceNbr: 'PO 7', Comments: 'gate 5' })
    await waitFor(() => expect(field('Ref #')).toHaveValue('PO 7'))
    expect(field('Comment')).toHaveValue('gate 5')
    page.unmount()
    raviSaves({ ReferenceNbr: 'PO 8' })
    await openHeader()
    expect(field('Ref #')).toHaveValue('PO 8')
    expect(screen.queryByText(/unsaved changes/)).toBeNull()
  })

  it('keeps the chosen destination when the issuance ends during a question about it', async () => {
    const page = await openHeader()
    await choose(page, 'Hill Farms')
    await screen.findByRole('alertdialog', { name: /Pickup Location is different/ })
    raviSaves({ Status: 'CANCELLED' })
    await page.says('Your question was closed')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('combobox', { name: /Destination/ })).toHaveValue('G2 - Hill Farms')
  })

  it('keeps the input, and sends the earlier values with it', async () => {
    const page = await openHeader()
    await page.user.type(field('Comment'), ', two pallets')
    raviSaves({ ReferenceNbr: 'PO 7' })
    await waitFor(() => expect(field('Ref #')).toHaveValue('PO 7'))
    expect(field('Comment')).toHaveValue('gate 3, two pallets')
    await page.command('saveHeader')
    await page.says('Issuance Header Updated')
    expect(server.posts()[0]?.body).toMatchObject({
      IssuanceHeader: { ReferenceNbr: 'PO 7', Comments: 'gate 3, two pallets' },
      SeenHeader: { ReferenceNbr: 'PO 7', Comments: 'gate 3' },
    })
  })

  it('shows both values of a field that both people have changed, and saves after a choice', async () => {
    const page = await openHeader()
    await page.user.type(field('Comment'), '!')
    raviSaves({ Comments: 'gate 5' })
    expect(await screen.findByText('Comment: someone else saved gate 5. You have gate 3!')).toBeVisible()
    await page.command('saveHeader')
    await page.says('Someone else changed the same fields meanwhile.')
    expect(server.posts()).toEqual([])
    await page.user.click(screen.getByRole('button', { name: 'Keep gate 3!' }))
    await page.command('saveHeader')
    await page.says('Issuance Header Updated')
    expect(server.posts()[0]?.body).toMatchObject({
      IssuanceHeader: { Comments: 'gate 3!' },
      SeenHeader: { Comments: 'gate 5' },
    })
  })

  it('takes the other value if the person chooses it', async () => {
    const page = await openHeader()
    await page.user.type(field('Comment'), '!')
    raviSaves({ Comments: 'gate 5' })
    await page.user.click(await screen.findByRole('button', { name: 'Take gate 5' }))
    expect(field('Comment')).toHaveValue('gate 5')
    expect(screen.queryByText(/someone else saved/)).toBeNull()
  })

  it('is reloaded after a refusal, so that the person can choose', async () => {
    const page = await openHeader()
    await page.user.type(field('Comment'), '!')
    server.answer('POST issuance', () => {
      Object.assign(server.issuances.get(NUMBER)?.header ?? {}, { Comments: 'gate 5' })
      return refusedAnswer('headerChanged', {})
    })
    await page.command('saveHeader')
    expect(await screen.findByRole('button', { name: 'Take gate 5' })).toBeVisible()
  })

  it('keeps only changed fields in its draft, compared with the saved values', async () => {
    const page = await openHeader()
    await page.user.type(field('Comment'), '!')
    page.unmount()
    Object.assign(server.issuances.get(NUMBER)?.header ?? {}, { ReferenceNbr: 'PO 7', Comments: 'gate 5' })
    await openHeader()
    expect(field('Ref #')).toHaveValue('PO 7')
    expect(await screen.findByText('Comment: someone else saved gate 5. You have gate 3!')).toBeVisible()
  })

  it('is reloaded and merged before it is sent to a server that stores it as it is', async () => {
    const page = await openHeader({ extensions: [] })
    await page.user.type(field('Comment'), '!')
    // Without a live update: this server sends none.
    Object.assign(server.issuances.get(NUMBER)?.header ?? {}, { ReferenceNbr: 'PO 7' })
    await page.command('saveHeader')
    await page.says('Issuance Header Updated')
    const { IssuanceHeader, SeenHeader } = server.posts()[0]?.body ?? {}
    expect(IssuanceHeader).toMatchObject({ ReferenceNbr: 'PO 7', Comments: 'gate 3!' })
    expect(SeenHeader).toBeUndefined()
  })
})
