import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { publishNews } from '#app/state/live.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
})

const stock = (Owner: string, Place = 'A-01') => ({ Kind: 'stock', Owner, Place, Name: '' })
const alder = { Kind: 'issued', Owner: 'Grower', Place: 'G1', Name: 'Alder Farms' }
const step = (ID: number, From: object, To: object, Qty: number, more: object = {}) => ({
  ID,
  From,
  To,
  Qty,
  First: '2026-11-20T10:00:00.000Z',
  Last: '2026-11-20T10:00:00.000Z',
  By: 'pia.picker',
  DocumentKind: '',
  DocumentNbr: null,
  ReasonCode: '',
  ReasonDescript: '',
  ...more,
})
const none = { Here: 0, Elsewhere: 0 }
const traceOf = (BarcodeID: string, more: object = {}) => ({
  BarcodeID,
  Commodity: 'STRAW',
  VarietyCode: 'ALB',
  Variety: 'Albion',
  TrimType: 'Trimmed',
  StockType: 'COMMERCIAL',
  TrimSeason: 'Straw 2026',
  Steps: [
    step(1, { Kind: 'opening', Owner: 'WAT', Place: '', Name: '' }, stock('WAT'), 1000, {
      ReasonCode: 'IMPORT',
    }),
    step(2, stock('WAT'), alder, 300, { DocumentKind: 'issuance', DocumentNbr: 10000123 }),
  ],
  TotalStepCount: 2,
  Places: [
    { Account: stock('WAT'), Qty: 700, Reserved: 25 },
    { Account: alder, Qty: 240, Reserved: 0 },
  ],
  Sums: {
    imported: { Here: 1000, Elsewhere: 0 },
    adjusted: none,
    onHand: { Here: 700, Elsewhere: 0 },
    growerStorage: { Here: 0, Elsewhere: 60 },
    inTransit: none,
    issued: { Here: 300, Elsewhere: 0 },
    returned: { Here: 0, Elsewhere: 60 },
    dumped: none,
  },
  Difference: 0,
  ...more,
})
const answerTrace = (more: object = {}) =>
  server.answer('GET trace/:id', ({ path }) => traceOf(path.split('/').at(-1) ?? '', more))

it('shows where plants came from, who received them, where they are, and that the balance is zero', async () => {
  answerTrace()
  openScreens(server.base, '/Trace/B123456789')
  expect(await screen.findByRole('heading', { level: 1, name: 'Trace of B123456789' })).toBeVisible()
  const [came, now] = await screen.findAllByRole('table')
  const rows = (table: HTMLElement | undefined) =>
    within(table ?? document.body)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))
  expect(rows(came)).toEqual([
    'Came in Plants Elsewhere',
    'Imported 1,000 0',
    'Corrections 0 0',
    'Together 1,000 0',
  ])
  expect(rows(now)).toEqual([
    'Is now Plants Elsewhere',
    'On hand 700 0',
    'Grower storage 60 60',
    'In transit 0 0',
    'Issued 300 0',
    'Returned -60 -60',
    'Dumped 0 0',
    'Together 1,000 0',
  ])
  expect(screen.getByText('Difference 0: every plant is accounted for.')).toBeVisible()
  const places = screen.getByRole('region', { name: 'Where they are' })
  expect(within(places).getByText('Alder Farms G1')).toBeVisible()
  expect(within(places).getByText('25 reserved')).toBeVisible()
  const steps = screen.getByRole('region', { name: 'Where they came from and went' })
  expect(within(steps).getByText('import at WAT to WAT A-01')).toBeVisible()
  expect(within(steps).getByText('WAT A-01 to Alder Farms G1')).toBeVisible()
  expect(within(steps).getByRole('link', { name: /10000123/ })).toHaveAttribute(
    'href',
    '/History/Document/10000123',
  )
})

it('shows a difference as an error with the next step', async () => {
  answerTrace({ Difference: -3 })
  openScreens(server.base, '/Trace/B123456789')
  expect(await screen.findByText(/^Difference -3: the ledger does not add up\./)).toBeVisible()
})

it('opens the next trace by a scan, and reports an unknown code', async () => {
  answerTrace()
  const page = openScreens(server.base, '/Trace/')
  expect(await screen.findByText(/^Scan a label or a plant passport/)).toBeVisible()
  page.scan('C123456789')
  expect(await screen.findByRole('heading', { name: 'Trace of C123456789' })).toBeVisible()
  expect(page.address()).toBe('/Trace/C123456789')
  server.answer('GET trace/:id', () => problemAnswer('not_found'))
  page.scan('D123456789', 1000)
  expect(await screen.findByText(/^D123456789 has never been at your locations\./)).toBeVisible()
})

it('opens the trace of a typed barcode with Enter only if the barcode is complete', async () => {
  answerTrace()
  const page = openScreens(server.base, '/Trace/')
  await page.user.type(await screen.findByRole('textbox', { name: /^Barcode/ }), 'b12345678{Enter}')
  expect(page.address()).toBe('/Trace/')
  await page.user.keyboard('9{Enter}')
  await waitFor(() => expect(page.address()).toBe('/Trace/B123456789'))
})

it('traces the focused line by command, and prompts for a barcode without one', async () => {
  answerTrace()
  const page = openScreens(server.base, '/History/Barcode/B123456789')
  await page.command('showTrace')
  expect(page.address()).toBe('/Trace/')
  await page.command('showTrace', { barcode: 'B123456780' })
  expect(page.address()).toBe('/Trace/B123456780')
})

it('downloads the movements of the lot, and shows why a download failed', async () => {
  const tokens = { get: async () => 'token', replace: async () => undefined }
  store.set(signInServiceAtom, { tokens } as unknown as SignInService)
  onTestFinished(() => store.set(signInServiceAtom, null))
  const createUrl = vi.fn(() => 'blob:1')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: () => undefined }))
  onTestFinished(() => void vi.unstubAllGlobals())
  answerTrace()
  server.answer(
    'GET export/:id',
    () => new Response('Number\n1\n', { headers: { 'content-type': 'text/csv' } }),
  )
  const page = openScreens(server.base, '/Trace/B123456789')
  await screen.findByRole('heading', { name: 'Where they are' })
  await page.command('downloadTrace')
  await page.says('movements-B123456789.csv was downloaded.')
  expect(createUrl).toHaveBeenCalledOnce()
  expect(server.asked.find(({ path }) => path === 'export/movements')?.query).toEqual({
    barcode: 'B123456789',
  })
  server.answer('GET export/:id', () => problemAnswer('unavailable'))
  await page.command('downloadTrace')
  await waitFor(() => expect(page.outcome()).not.toContain('was downloaded'))
  expect(createUrl).toHaveBeenCalledOnce()
})

it('prints the trace like a report', async () => {
  server.answer('GET trace/:id', ({ path }) =>
    path.endsWith('/report') ? { FileData: btoa('%PDF-'), Format: 'PDF' } : traceOf('B123456789'),
  )
  server.answer('GET printservers', () => ({ Records: [], TotalRowCount: 0 }))
  const page = openScreens(server.base, '/Trace/B123456789')
  await screen.findByRole('heading', { name: 'Where they are' })
  await page.command('print')
  expect(await screen.findByRole('dialog', { name: 'Print Trace' })).toBeVisible()
  await screen.findByText(/the PDF opens in a new tab/)
  await page.command('print')
  await waitFor(() => expect(server.asked.map(({ path }) => path)).toContain('trace/B123456789/report'))
})

it('updates when other users move the plants', async () => {
  answerTrace()
  openScreens(server.base, '/Trace/B123456789')
  expect(await screen.findByText(/Albion/)).toBeVisible()
  answerTrace({ Variety: 'Monterey' })
  const news = { By: 'ravi', At: '2026-11-22T10:00:00.000Z', Key: '' }
  act(() => publishNews({ Type: 'change', Kind: 'issuance', Number: '10000001', Step: 'ship', ...news }))
  expect(await screen.findByText(/Monterey/)).toBeVisible()
})
