import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ContractServer, startContractServer, stockOf } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

interface CountLine {
  ID: number
  BarcodeID: string
  Status: string
  Qty: number | null
  CountedQty: number | null
  SecondQty: number | null
  CountedBy?: string
  ExpectedQty: number | null
  VarianceQty: number | null
  StorageLocation: string
}

let server: ContractServer
let lines: CountLine[]
let header: Record<string, string>
// The server's refusal of a close; '' accepts the close.
let refused = ''

beforeEach(async () => {
  server = await startContractServer()
  lines = []
  refused = ''
  header = {
    CountNbr: '60000001',
    InventoryLocation: 'WAT',
    Scope: 'SHELF',
    Shelf: 'A-01',
    Blind: 'YES',
    ReasonCode: 'GOOD',
    Status: 'OPEN',
    TrimSeasonID: 'S1',
    RequestID: '',
  }
  for (const barcode of ['B000000001', 'B000000002']) {
    server.stock.set(barcode, stockOf())
  }
  server.answer('GET count', () => ({ Records: [header], TotalRowCount: 1 }))
  server.answer('GET count/:id', () => ({ CountHeader: header, CountLines: lines }))
  server.answer('POST count', ({ body }) => {
    if (body.CountHeader.Status === 'CLOSED') {
      if (refused !== '') return { Message: refused, CountNbr: '60000001', CountLines: [] }
      header.Status = 'CLOSED'
      lines = lines.map((line) => ({
        ...line,
        Status: 'CLOSED',
        ExpectedQty: 100,
        VarianceQty: (line.Qty ?? 0) - 100,
      }))
      return { Message: 'Count processed successfully', CountNbr: '60000001', CountLines: [] }
    }
    if (body.CountLines.length === 0) {
      Object.assign(header, body.CountHeader, { CountNbr: '60000001' })
      return { Message: 'Count processed successfully', CountNbr: '60000001', CountLines: [] }
    }
    const replied = body.CountLines.map(({ BarcodeID, Status, Qty }: CountLine) => {
      const before = lines.find((line) => line.BarcodeID === BarcodeID)
      const second = Status === 'RECOUNTED'
      const line: CountLine = {
        ID: before?.ID ?? lines.length + 1,
        BarcodeID,
        Status: second ? 'RECOUNTED' : (Qty ?? 0) < 90 ? 'RECOUNT' : 'COUNTED',
        Qty,
        CountedQty: second ? (before?.CountedQty ?? 0) : Qty,
        SecondQty: second ? Qty : null,
        ExpectedQty: null,
        VarianceQty: null,
        StorageLocation: 'A-01',
      }
      lines = [...lines.filter((each) => each.BarcodeID !== BarcodeID), line]
      return { ...line, Message: `Count Line ${line.Status} successfully` }
    })
    return { Message: 'Count processed successfully', CountNbr: '60000001', CountLines: replied }
  })
})

const open = (path: string) => openScreens(server.base, path, { keys: ['COUNTADMINKEY'] })
const sent = () => server.posts('count').map(({ body }) => body)
const answer = async (page: ReturnType<typeof open>, text: RegExp, reply: 'yes' | 'no') => {
  expect(await screen.findByRole('alertdialog', { name: text })).toBeVisible()
  page.scan(reply === 'yes' ? '%T.YES' : '%T.NO', 20_000)
}

describe('a new count', () => {
  it('takes its shelf from a scan, wherever the focus is', async () => {
    const page = open('/Count/Edit/New')
    expect(await screen.findByRole('radio', { name: 'One shelf' })).toBeChecked()
    page.scan('SHELF-7')
    await waitFor(() => expect(screen.getByLabelText(/^Shelf/)).toHaveValue('SHELF-7'))
    expect(page.outcome()).toBe('Shelf: SHELF-7')
    await page.user.click(screen.getByRole('radio', { name: 'Whole location' }))
    expect(screen.queryByLabelText(/^Shelf/)).toBeNull()
  })
})

describe('the editor of a count', () => {
  it('counts scan by scan, hides the expected quantity, and asks before it replaces a count', async () => {
    const page = open('/Count/Edit/60000001')
    expect(await screen.findByText('No lines yet')).toBeVisible()
    await page.command('setQuantity', { quantity: 98 })
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 98 counted.'))
    const line = await lineOf('B000000001')
    expect(line).toHaveTextContent('Counted 98')
    expect(line).not.toHaveTextContent('100')
    const search = server.asked.find(({ path }) => path === 'plantinventory')
    expect(search?.query).toMatchObject({ storagelocation: 'A-01', known: 'true' })

    await page.command('setQuantity', { quantity: 97 })
    page.scan('B000000001', 9000)
    await answer(page, /Counted 98 before. Replace it with 97\?/, 'yes')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: 97 counted.'))
    expect(sent().map(({ CountLines: [each] }) => [each.Status, each.CountedQty])).toEqual([
      ['COUNTED', 98],
      ['COUNTED', 97],
    ])
  })
})

it("a count of 0 asks its question with a count's own words", async () => {
  const page = open('/Count/Edit/60000001')
  expect(await screen.findByText('No lines yet')).toBeVisible()
  await page.command('setQuantity', { quantity: 0 })
  page.scan('B000000001')
  expect(
    await screen.findByRole('alertdialog', { name: 'Counted 0. Save it or delete the line?' }),
  ).toBeVisible()
})

it('a barcode that is not on the shelf is saved with a count of 0, and its question closes', async () => {
  const page = open('/Count/Edit/60000001')
  expect(await screen.findByText('No lines yet')).toBeVisible()
  await page.command('setQuantity', { quantity: 0 })
  page.scan('B000000001')
  const question = await screen.findByRole('alertdialog', { name: /^Counted 0\./ })
  await page.user.click(within(question).getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(
    sent().flatMap(({ CountLines }) => CountLines.map(({ BarcodeID, Qty }: CountLine) => [BarcodeID, Qty])),
  ).toEqual([['B000000001', 0]])
  await waitFor(() => expect(page.outcome()).toMatch(/^B000000001: .*0/))
})

it('a counted line keeps its quantity when a new one is cancelled', async () => {
  const page = open('/Count/Edit/60000001')
  expect(await screen.findByText('No lines yet')).toBeVisible()
  await page.command('setQuantity', { quantity: 98 })
  page.scan('B000000001')
  await waitFor(() => expect(page.outcome()).toBe('B000000001: 98 counted.'))
  page.scan('B000000001', 9000)
  await waitFor(() => expect(page.waitsFor()).toBe('B000000001'))
  await page.command('clearQuantity')
  expect(page.outcome()).toBe('B000000001 stays at 98. What you type now is for the next scan.')
})

it('a count that is not blind shows the expected quantity, before and after a barcode is counted', async () => {
  header.Blind = 'NO'
  const page = open('/Count/Edit/60000001')
  expect(await screen.findByText('No lines yet')).toBeVisible()
  page.scan('B000000001')
  const line = await lineOf('B000000001')
  await waitFor(() => expect(line).toHaveTextContent('Expected 100'))
  await page.user.type(within(line).getByRole('textbox'), '98{Enter}')
  await waitFor(() => expect(line).toHaveTextContent('Counted 98 of 100 · variance -2'))
})

it('a blind count has no sum of plants below its lines on a terminal', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = open('/Count/Edit/60000001')
  expect(await screen.findByText('No lines yet')).toBeVisible()
  page.scan('B000000001')
  await page.user.type(await screen.findByRole('textbox', { name: 'Quantity of B000000001' }), '98{Enter}')
  await screen.findByText('Counted 98')
  expect((await screen.findAllByRole('row')).at(-1)).toHaveTextContent(/^Total1 line$/)
})

describe('the review of a count', () => {
  const line = (ID: number, BarcodeID: string, Qty: number, Status = 'COUNTED'): CountLine => ({
    ID,
    BarcodeID,
    Status,
    Qty,
    CountedQty: Qty,
    SecondQty: null,
    ExpectedQty: null,
    VarianceQty: null,
    StorageLocation: 'A-01',
  })

  it('asks about unscanned barcodes, saves them with 0, and then closes the count', async () => {
    lines = [line(1, 'B000000001', 99)]
    const page = open('/Count/60000001')
    expect(await screen.findByText('Counted 99')).toBeVisible()
    page.scan('%T.COUNT.CLOSE')
    const left = within(await screen.findByRole('dialog', { name: 'Before you close the count' }))
    expect(left.getByRole('button', { name: '1 B000000002 Not scanned. It will count as 0.' })).toBeVisible()
    expect(sent()).toEqual([])
    page.scan('%T.ANYWAY', 20_000)
    // A variance of 100 is above the posting threshold.
    await waitFor(() => expect(page.container).toHaveTextContent('RECOUNT'))
    expect(sent()).toHaveLength(1)
    expect(sent()[0].CountLines).toMatchObject([{ BarcodeID: 'B000000002', CountedQty: 0 }])
    expect(screen.getByRole('article', { name: 'B000000002' })).toHaveTextContent('RECOUNT')
  })

  it('stays open while unscanned barcodes may still be found', async () => {
    lines = [line(1, 'B000000001', 99)]
    const page = open('/Count/60000001')
    expect(await screen.findByText('Counted 99')).toBeVisible()
    page.scan('%T.COUNT.CLOSE')
    await screen.findByRole('dialog', { name: 'Before you close the count' })
    page.scan('%T.D.1', 20_000)
    await waitFor(() => expect(page.address()).toBe('/Count/Edit/60000001'))
    await waitFor(() => expect(page.outcome()).toBe('B000000002 added from A-01. Enter its quantity.'))
    expect(within(await lineOf('B000000002')).getByRole('textbox')).toHaveFocus()
    expect(sent()).toEqual([])
    await page.user.keyboard('97{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: 97 counted.'))
    await page.command('listLeft')
    await waitFor(() => expect(page.outcome()).toBe('Ready. Nothing to fix.'))
    expect(page.address()).toBe('/Count/60000001')
  })

  it('hides the first result from the second person, on the card and in the row', async () => {
    lines = [
      line(1, 'B000000001', 99),
      { ...line(2, 'B000000002', 40, 'RECOUNT'), Qty: null, CountedQty: null },
    ]
    const page = open('/Count/60000001')
    const card = await lineOf('B000000002')
    expect(card).toHaveTextContent('Counted once. The result is hidden.')
    expect(card).not.toHaveTextContent(/40|Counted 0/)
    page.scan('B000000002')
    await page.user.type(within(card).getByRole('textbox'), '96{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: second count 96.'))
  })

  it('takes a second count without showing the first, and shows the variance after the close', async () => {
    lines = [line(1, 'B000000001', 99), line(2, 'B000000002', 40, 'RECOUNT')]
    const page = open('/Count/60000001')
    const again = within(await lineOf('B000000002')).getByRole('textbox')
    expect(again).toHaveValue('')
    page.scan('B000000002')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: count again and enter the quantity.'))
    expect(sent()).toEqual([])
    await page.user.type(again, '96{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: second count 96.'))
    page.scan('B000000001', 3000)
    await waitFor(() => expect(page.outcome()).toContain('It needs no second count.'))
    await page.command('closeCount')
    expect(await screen.findByText('Counted 99 of 100 · variance -1')).toBeVisible()
    expect(await screen.findByText('Counted 40, second count 96 of 100 · variance -4')).toBeVisible()
  })

  it('lists lines that need a second count first, names the counter, and has no field for a counted line', async () => {
    lines = [
      { ...line(1, 'B000000001', 99), CountedBy: 'ravi.receiver' },
      line(2, 'B000000002', 40, 'RECOUNT'),
      line(3, 'B000000003', 30, 'RECOUNT'),
    ]
    const page = open('/Count/60000001')
    const shown = async () => {
      await lineOf('B000000001')
      return screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))
    }
    expect(await shown()).toEqual(['B000000002', 'B000000003', 'B000000001'])
    const counted = await lineOf('B000000001')
    expect(counted).toHaveTextContent('Counted 99 by ravi.receiver')
    expect(within(counted).queryByRole('textbox')).toBeNull()
    page.scan('B000000002')
    await page.user.type(within(await lineOf('B000000002')).getByRole('textbox'), '96{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: second count 96.'))
    expect(await shown()).toEqual(['B000000003', 'B000000001', 'B000000002'])
  })

  it("shows the server's refusal of a close, and stays open", async () => {
    lines = [line(1, 'B000000001', 99), line(2, 'B000000002', 100)]
    refused = 'Refused: linesNotCounted, n 1, barcode B000000009'
    const page = open('/Count/60000001')
    expect(await screen.findByText('Counted 99')).toBeVisible()
    await page.command('closeCount')
    await waitFor(() =>
      expect(page.outcome()).toContain('1 barcode is not counted yet, B000000009 among them.'),
    )
    expect(screen.getByRole('button', { name: /^Close count/ })).toBeVisible()
  })
})

it('the list opens open counts', async () => {
  open('/Count/')
  expect(await screen.findByRole('link', { name: /^60000001/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Edit 60000001' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^New count/ })).toBeVisible()
})
