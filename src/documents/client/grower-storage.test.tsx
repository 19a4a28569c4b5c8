import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import {
  type ContractServer,
  dumpOf,
  issuanceOf,
  problemAnswer,
  startContractServer,
  stockOf,
} from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const HOME = 'GROWERSTORAGEHOMEKEY'
const TRIM = 'GROWERSTORAGEADJUSTINVENTORYKEY'
const ISSUANCE = 'GROWERSTORAGEISSUANCEKEY'
const DUMP = 'GROWERSTORAGEDUMPKEY'
const ALL: readonly SecurityKey[] = [HOME, TRIM, ISSUANCE, DUMP, 'GROWERSTORAGEDUMPLISTKEY', 'DUMPKEY']

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  server.stock.set('B000000001', stockOf())
})

const open = (path: string, keys = ALL) => openScreens(server.base, path, { keys })
const pick = async (page: ReturnType<typeof openScreens>, name: string) => {
  const picker = await screen.findByRole('combobox', { name: /^Select Grower/ })
  await waitFor(() => expect(picker).not.toHaveAttribute('placeholder', 'Loading…'))
  await page.user.type(picker, `${name}{Enter}`)
}

describe('the tabs of grower storage', () => {
  const tabs = () =>
    within(screen.getByRole('navigation', { name: 'Grower Storage' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)

  it.each([
    [[HOME, TRIM, ISSUANCE, DUMP], ['Adjust Trim', 'Issuance', 'Dump'], '/GrowerStorage/'],
    [[HOME, ISSUANCE, DUMP], ['Issuance', 'Dump'], '/GrowerStorage/Issuance/'],
    [[HOME, DUMP], ['Dump'], '/GrowerStorage/Dump/'],
  ] as const)('match the keys %j, and the first one is open', async (keys, names, address) => {
    const page = open('/GrowerStorage/', keys)
    await screen.findByRole('navigation', { name: 'Grower Storage' })
    expect(tabs()).toEqual(names)
    expect(page.address()).toBe(address)
  })

  it('are replaced by a note without the home key, and by a message if there are no tabs', async () => {
    const page = open('/GrowerStorage/', [TRIM, ISSUANCE, DUMP])
    expect(await screen.findByText(/do not work with grower storage/)).toBeVisible()
    page.unmount()
    open('/GrowerStorage/', [HOME])
    expect(await screen.findByText("You don't have sufficient access")).toBeVisible()
  })

  it('are opened one after another by command', async () => {
    const page = open('/GrowerStorage/')
    await screen.findByRole('navigation', { name: 'Grower Storage' })
    for (const address of ['/GrowerStorage/Issuance/', '/GrowerStorage/Dump/', '/GrowerStorage/']) {
      await page.command('nextTab')
      await waitFor(() => expect(page.address()).toBe(address))
    }
  })
})

describe('adjusting plants in grower storage', () => {
  it("needs the grower first, then adjusts this grower's plants", async () => {
    const page = open('/GrowerStorage/')
    expect(await screen.findByText('WAT - Watsonville')).toBeVisible()
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('Choose a grower first.'))
    await page.command('acknowledge')
    await pick(page, 'hill')
    page.typeQuantity('90')
    page.scan('B000000001', 1000)
    await screen.findByRole('alertdialog', { name: 'Change Qty from 100 to 90' })
    await screen.findByRole('option', { name: /In good order/ })
    page.scan('%T.R.GOOD', 2000)
    await waitFor(() => expect(page.outcome()).toBe('Reason: In good order'))
    page.scan('%T.YES', 3000)
    await waitFor(() =>
      expect(page.outcome()).toBe('Trim Adjusted. B000000001 at G2 - Hill Farms: 100 is now 90.'),
    )
    expect(server.posts()[0]?.body).toMatchObject({
      StorageType: 'GROWERSTORAGE',
      StorageLocation: '#GRG2',
      Qty: 90,
    })
    expect(server.asked.find(({ path }) => path === 'growers')?.query).toMatchObject({
      inventorylocation: 'WAT',
    })
    expect(screen.queryByText('Adjustment requests')).toBeNull()
  })

  it('selects a grower by command barcode, and reports a grower without plants', async () => {
    const page = open('/GrowerStorage/')
    const picker = await screen.findByRole('combobox', { name: /^Select Grower/ })
    await waitFor(() => expect(picker).not.toHaveAttribute('placeholder', 'Loading…'))
    page.scan('%T.GROWER.G9')
    await waitFor(() => expect(page.outcome()).toMatch(/^G9 has no plants in grower storage here\./))
    page.scan('%T.GROWER.G1', 1000)
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: /^Select Grower/ })).toHaveValue('G1 - Coast Berries'),
    )
  })

  it('waits for the growers if the barcode is scanned earlier', async () => {
    const release = server.hold('GET growers')
    const page = open('/GrowerStorage/')
    expect(await screen.findByPlaceholderText('Loading…')).toBeVisible()
    page.scan('%T.GROWER.G1')
    page.scan('B000000001', 1000)
    release()
    await waitFor(() =>
      expect(page.outcome()).toBe(
        'B000000001 at G1 - Coast Berries: 100 on hand. Enter the counted quantity.',
      ),
    )
  })

  it('loads the growers again for a grower whose first plants are new, and reports a failed load', async () => {
    server.answer('GET growers', () => ({ Result: [] }))
    const page = open('/GrowerStorage/')
    const picker = await screen.findByRole('combobox', { name: /^Select Grower/ })
    await waitFor(() => expect(picker).not.toHaveAttribute('placeholder', 'Loading…'))
    server.answer('GET growers', () => problemAnswer('call_not_available'))
    page.scan('%T.GROWER.G1')
    await waitFor(() =>
      expect(page.outcome()).toBe('The growers could not be loaded. No grower was chosen: try again.'),
    )
    server.answer('GET growers', undefined)
    await page.command('acknowledge')
    page.scan('%T.GROWER.G1', 1000)
    await waitFor(() => expect(page.outcome()).toBe('Plants kept for Coast Berries.'))
  })
})

describe('issuing plants in grower storage', () => {
  it('is created with grower, reference and comment only, without the issuance keys', async () => {
    const page = open('/GrowerStorage/Issuance/Edit/New', [HOME, ISSUANCE])
    await pick(page, 'coast')
    expect(screen.getByLabelText('Ref #')).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByLabelText('Issue Date')).toBeNull()
    await page.command('saveHeader')
    expect(page.address()).toMatch(/^\/GrowerStorage\/Issuance\/Edit\/\d+$/)
    expect(server.posts()[0]?.body.IssuanceHeader).toMatchObject({
      StorageType: 'GROWERSTORAGE',
      IssueToType: 'Grower',
      IssueToNbr: 'G1',
    })
  })

  it("searches the plants of the header's grower", async () => {
    server.issuances.set('10000007', issuanceOf('10000007', { StorageType: 'GROWERSTORAGE' }))
    const page = open('/GrowerStorage/Issuance/Edit/10000007')
    await screen.findByText('No lines yet')
    page.typeQuantity('4')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 4.'))
    expect(server.asked.find(({ path }) => path === 'growerdetails')?.query).toMatchObject({
      returnedfromnbr: 'G1',
      storagelocation: '#GRG1',
      storagetype: 'GROWERSTORAGE',
    })
  })
})

describe('dumping plants in grower storage', () => {
  beforeEach(() => void server.dumps.set('30000001', dumpOf('30000001', { StorageType: 'GROWERSTORAGE' })))

  it('needs its own key for the list, and creates without DUMPCREATEKEY', async () => {
    const page = open('/GrowerStorage/Dump/', [HOME, DUMP])
    expect(await screen.findByText(/You need GROWERSTORAGEDUMPLISTKEY/)).toBeVisible()
    expect(screen.getByRole('button', { name: /^New dump/ })).toBeVisible()
    page.unmount()
    open('/GrowerStorage/Dump/', [HOME, DUMP, 'GROWERSTORAGEDUMPLISTKEY'])
    expect(await screen.findByText('1 of 1')).toBeVisible()
  })

  it('needs a grower before a barcode and before a search', async () => {
    const page = open('/GrowerStorage/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('Choose a grower first.'))
    await page.command('advancedSearch')
    expect(screen.queryByLabelText('Stock Type')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('Choose a grower first.')).toBeVisible()
    expect(server.asked.some(({ path }) => path === 'growerdetails')).toBe(false)
  })

  it('keeps the same barcode of two growers apart', async () => {
    const page = open('/GrowerStorage/Dump/Edit/30000001')
    await screen.findByText('No lines yet')
    page.scan('%T.R.DEAD')
    await screen.findByText(/Reason for the next scans/)
    await pick(page, 'coast')
    page.scan('%T.Q.3', 1000)
    page.scan('B000000001', 1500)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 3.'))
    await pick(page, 'hill')
    page.scan('%T.Q.5', 3000)
    page.scan('B000000001', 3500)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 5.'))
    expect(
      within(screen.getByRole('region', { name: 'Lines' })).getAllByRole('article', { name: 'B000000001' }),
    ).toHaveLength(2)
    const posts = server.posts().map(({ body }) => body)
    expect(posts.map(({ DumpLogLines: [line] }) => `${line.Key} ${line.Status} ${line.DumpQty}`)).toEqual([
      'B000000001#GRG1 OPEN 3',
      'B000000001#GRG1 DUMPED 3',
      'B000000001#GRG2 OPEN 5',
      'B000000001#GRG2 DUMPED 5',
    ])
  })

  it('adds a quantity to the scanned line, even if another grower was selected since', async () => {
    const page = open('/GrowerStorage/Dump/Edit/30000001')
    await pick(page, 'coast')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001 added. Enter its quantity.'))
    page.scan('%T.GROWER.G2', 1000)
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: /^Select Grower/ })).toHaveValue('G2 - Hill Farms'),
    )
    page.scan('%T.R.DEAD', 2000)
    page.typeQuantity('3')
    page.enterQuantity()
    await waitFor(() => expect(page.outcome()).toBe('B000000001: dumped 3.'))
    const posts = server.posts().map(({ body }) => body)
    expect(posts.map(({ DumpLogLines: [line] }) => `${line.Key} ${line.DumpQty}`)).toEqual([
      'B000000001#GRG1 3',
      'B000000001#GRG1 3',
    ])
  })

  it('names the grower of each line, and marks the dump as grower storage', async () => {
    const lines = [{ BarcodeID: 'B000000001', Qty: 3, StorageLocation: '#GRG1' }]
    server.dumps.set('30000001', dumpOf('30000001', { StorageType: 'GROWERSTORAGE' }, lines))
    const page = open('/GrowerStorage/Dump/30000001')
    const line = await lineOf('B000000001')
    expect(await within(line).findByText(/G1 - Coast Berries/)).toBeVisible()
    expect(screen.queryByText(/#GR/)).toBeNull()
    const heading = screen.getByRole('heading', { name: 'Dump 30000001' })
    expect(heading.parentElement).toHaveTextContent('Grower Storage')
    page.unmount()
    server.dumps.set('30000001', dumpOf('30000001', {}, [{ ...lines[0], BarcodeID: 'B000000001' }]))
    openScreens(server.base, '/Dump/30000001', { keys: ['DUMPHOMEKEY', 'DUMPKEY'] })
    const other = await screen.findByRole('heading', { name: 'Dump 30000001' })
    expect(other.parentElement).not.toHaveTextContent('Grower Storage')
  })

  it('names the grower of an issuance by number and name', async () => {
    server.issuances.set(
      '10000001',
      issuanceOf('10000001', { StorageType: 'GROWERSTORAGE' }, [
        { BarcodeID: 'B000000001', StorageLocation: '#GRG1' },
      ]),
    )
    open('/GrowerStorage/Issuance/Grower/10000001')
    const heading = await screen.findByRole('heading', { name: 'Issuance 10000001' })
    expect(heading.parentElement).toHaveTextContent('Grower Storage')
    expect(heading.parentElement).toHaveTextContent('G1 - Coast Berries')
    expect(await within(await lineOf('B000000001')).findByText(/G1 - Coast Berries/)).toBeVisible()
  })

  it('marks a new issuance beside its heading', async () => {
    open('/GrowerStorage/Issuance/Edit/New')
    const heading = await screen.findByRole('heading', { name: 'New issuance' })
    expect(heading.nextElementSibling).toHaveTextContent('Grower Storage')
  })

  it('can be cancelled only with DUMPCREATEKEY', async () => {
    server.dumps.set(
      '30000001',
      dumpOf('30000001', { StorageType: 'GROWERSTORAGE' }, [
        { BarcodeID: 'B000000001', Qty: 3, StorageLocation: '#GRG1' },
      ]),
    )
    const page = open('/GrowerStorage/Dump/30000001')
    await lineOf('B000000001')
    page.scan('%T.CANCEL')
    await waitFor(() => expect(page.outcome()).toMatch(/You need DUMPCREATEKEY/))
    page.unmount()
    const other = open('/GrowerStorage/Dump/30000001', [...ALL, 'DUMPCREATEKEY'])
    await lineOf('B000000001')
    other.scan('%T.CANCEL')
    await screen.findByRole('alertdialog')
    other.scan('%T.YES', 1000)
    await waitFor(() => expect(other.address()).toBe('/GrowerStorage/Dump/'))
  })
})
