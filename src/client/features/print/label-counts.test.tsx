import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { AgentSocket } from '#client/api/print-agent/print-on-agent.ts'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { PrintAgent } from '#tests/support/print-agent.ts'

let server: ContractServer
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  server.answer('GET printservers', () => ({ Records: [], TotalRowCount: 0 }))
  server.answer('GET printlabels', ({ query }) => ({
    FileData: Buffer.from(`${query.labels} labels`).toString('base64'),
    Format: 'PDF',
  }))
  server.answer('GET labeltemplates', () => ({
    Result: [{ Id: 'sheet', Name: 'Sheet', Width: 70, Height: 37, PerPage: 24 }],
  }))
  URL.createObjectURL = () => 'blob:0'
  URL.revokeObjectURL = () => undefined
  window.open = () => window
})
afterEach(() => server.close())

const count = () => screen.findByRole('textbox', { name: 'Number of labels' })
// What was asked for beyond the preview, which is of one sheet at most.
const made = () =>
  server.asked
    .filter(({ path, query }) => path === 'printlabels' && Number(query.labels) > 24)
    .map(({ query }) => query.labels)

it('a number that cannot be printed stays as it was typed, and is refused aloud', async () => {
  const page = openScreens(server.base, '/Print/?barcode=B123456789')
  const field = await count()
  await screen.findByText(/the PDF opens in a new tab/)
  await page.user.clear(field)
  await page.user.keyboard('10000{Enter}')
  await waitFor(() =>
    expect(page.outcome()).toBe('10000 cannot be printed. Enter a whole number from 1 to 9999.'),
  )
  expect(field).toHaveValue('10000')
  expect(field).toHaveAccessibleDescription('A whole number from 1 to 9999.')
  await page.user.tab()
  expect(field).toHaveValue('10000')
  expect(made()).toEqual([])
})

it('more labels than a PDF holds are refused aloud, none of them left out', async () => {
  const page = openScreens(server.base, '/Print/?barcode=B123456789&count=799')
  const field = await count()
  expect(field).toHaveValue('799')
  await screen.findByText(/the PDF opens in a new tab/)
  await page.command('print')
  const refusal = 'A PDF holds at most 500 labels, not 799. Print fewer at a time, or choose a printer.'
  expect(page.outcome()).toBe(refusal)
  expect(field).toHaveValue('799')
  await page.user.clear(field)
  await page.user.keyboard('500')
  await page.user.tab()
  await page.user.tab()
  await page.user.click(screen.getByRole('button', { name: 'Copies of each: One more' }))
  await page.command('print')
  expect(page.outcome()).toBe(refusal.replace('799', '1000'))
  expect(made()).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Copies of each: One less' }))
  await page.command('print')
  await waitFor(() => expect(made()).toEqual(['500']))
})

it('a printer gets all 799, in parts', async () => {
  const agent = await PrintAgent.start({ printers: ['Dock'] })
  server.answer('GET printservers', () => ({
    Records: [
      { ID: 1, PrintServer: '127.0.0.1', Port: agent.port, PrintLocation: 'Dock', PrinterLocation: 'WAT' },
    ],
  }))
  const page = openScreens(server.base, '/Print/?barcode=B123456789&count=799', {
    printing: {
      patience: { answer: 60_000, connection: 60_000, retries: [0, 0] },
      openSocket: (url: string) => new WebSocket(url) as unknown as AgentSocket,
    },
  })
  await count()
  await screen.findByRole('combobox', { name: 'Printer' })
  await page.command('print')
  expect(
    await within(screen.getByRole('list', { name: 'notices' })).findByText('Labels Printed'),
  ).toBeVisible()
  const printed = agent.printed.map(({ bytes }) => Number.parseInt(bytes.toString(), 10))
  expect(printed).toHaveLength(34)
  expect(printed.reduce((sum, n) => sum + n, 0)).toBe(799)
  await agent.stop()
})
