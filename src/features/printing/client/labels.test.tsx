import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ContractServer } from '#tests/support/contract-server.ts'
import { openScreens, result } from '#tests/support/document-screens.tsx'
import {
  alert,
  notice,
  type PrintDesk,
  recordOf,
  startAgent,
  startPrintDesk,
  testAgentOptions,
} from '#tests/support/print-desk.ts'

let desk: PrintDesk
let server: ContractServer
beforeEach(async () => {
  desk = await startPrintDesk()
  server = desk.server
})

describe('labels', () => {
  const labelCalls = () => server.asked.filter(({ path }) => path === 'printlabels').map(({ query }) => query)

  it('are sent in messages of ten, each after the response to the previous one', async () => {
    const agent = await startAgent()
    agent.hold()
    desk.printers(recordOf(agent.port, { PrintLocation: 'Labels' }))
    const { user } = openScreens(server.base, '/Print/?barcode=B123456789&count=25', {
      printing: testAgentOptions,
    })
    expect(await screen.findByRole('textbox', { name: 'Barcode' })).toHaveValue('B123456789')
    const count = screen.getByRole('textbox', { name: 'Number of labels' })
    expect(count).toHaveValue('25')
    expect(count).toHaveFocus()
    await screen.findByRole('combobox', { name: 'Label' })
    await screen.findByRole('combobox', { name: 'Printer' })
    await user.keyboard('{Enter}')
    for (const [n, size] of [
      [10, 10],
      [20, 10],
      [25, 5],
    ]) {
      const job = await agent.nextJob()
      expect(Buffer.from(job.request.file_content ?? '', 'base64').toString()).toBe(`${size} labels`)
      act(() => job.finish())
      expect(await notice(`Printed ${n} of 25`)).toBeVisible()
    }
    await result('Labels Printed')
    expect(agent.printed).toHaveLength(3)
    expect(labelCalls()[0]).toMatchObject({
      barcodeid: 'B123456789*10',
      inventorylocation: 'WAT',
      trimseasonid: 'S1',
      template: 'roll',
      format: 'PDF',
    })
  })

  it('continue with the remaining labels after the agent restarts during the job', async () => {
    const agent = await startAgent()
    agent.hold()
    desk.printers(recordOf(agent.port))
    const { user } = openScreens(server.base, '/Print/?barcode=B123456789&count=40', {
      printing: testAgentOptions,
    })
    await screen.findByRole('combobox', { name: 'Label' })
    await screen.findByRole('combobox', { name: 'Printer' })
    await user.keyboard('{Enter}')
    const first = await agent.nextJob()
    act(() => first.finish())
    const lost = await agent.nextJob()
    lost.finishSilently()
    await agent.stop()
    const asked = await alert('Did labels 11 to 20 of B123456789 print?')
    expect(asked).toHaveTextContent('The connection to the print agent at 127.0.0.1')
    expect(asked).toHaveTextContent('Only these are in doubt')
    await agent.startAgain()
    await user.click(screen.getByRole('button', { name: /^It printed/ }))
    for (const _ of [3, 4]) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    await result('Labels Printed')
    expect(agent.printed).toHaveLength(4)
  })

  it('report how many are printed when a message is refused, and the PDF holds the others', async () => {
    const agent = await startAgent()
    agent.hold()
    desk.printers(recordOf(agent.port))
    const { user } = openScreens(server.base, '/Print/?barcode=B123456789&count=25', {
      printing: testAgentOptions,
    })
    await screen.findByRole('combobox', { name: 'Label' })
    await screen.findByRole('combobox', { name: 'Printer' })
    await user.keyboard('{Enter}')
    const first = await agent.nextJob()
    act(() => first.finish())
    const second = await agent.nextJob()
    act(() => second.refuse('Out of labels'))
    expect(await alert('Unable to print report')).toHaveTextContent('10 of 25 were printed before that.')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(desk.opened).toHaveLength(1))
    expect(labelCalls().at(-1)).toMatchObject({ barcodeid: 'B123456789*15', format: 'PDF' })
  })

  it('of a scanned barcode take the quantity typed before the scan', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port, { PrintFormat: 'ZPL', PrintLocation: 'Labels' }))
    const view = openScreens(server.base, '/Print/', { printing: testAgentOptions })
    expect(await screen.findByRole('textbox', { name: 'Barcode' })).toHaveFocus()
    await screen.findByRole('combobox', { name: 'Printer' })
    view.typeQuantity('7')
    view.scan('B123456789')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Number of labels' })).toHaveValue('7'))
    await view.says('B123456789: 7 labels ready. Press Print.')
    view.scan('%T.PRINT')
    await result('Labels Printed')
    expect(agent.printed).toMatchObject([{ printer: 'Labels', format: 'ZPL' }])
    expect(labelCalls().at(-1)).toMatchObject({
      barcodeid: 'B123456789*7',
      format: 'ZPL',
      template: 'roll',
    })
  })

  it('are repeated per copy on a label printer, because agents ignore copies of ZPL', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port, { PrintFormat: 'ZPL', PrintLocation: 'Labels' }))
    const { user, command } = openScreens(server.base, '/Print/?barcode=B123456789&count=5', {
      printing: testAgentOptions,
    })
    await screen.findByRole('combobox', { name: 'Printer' })
    const copies = screen.getByRole('textbox', { name: 'Copies of each' })
    await user.clear(copies)
    await user.type(copies, '3')
    await command('print')
    await result('Labels Printed')
    expect(agent.printed.map((job) => job.copies)).toEqual([1, 1])
    expect(labelCalls().map(({ barcodeid }) => barcodeid)).toEqual(
      expect.arrayContaining(['B123456789*10', 'B123456789*5']),
    )
  })

  it('keep the focus in its field when the print servers load late', async () => {
    const release = server.hold('GET printservers')
    const { user } = openScreens(server.base, '/Print/')
    const copies = await screen.findByRole('textbox', { name: 'Copies of each' })
    await user.clear(copies)
    release()
    expect(await screen.findByText(/There is no print server at WAT:/)).toBeVisible()
    expect(copies).toHaveFocus()
  })

  it('are refused when labels times copies exceed the limit of a job', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port, { PrintFormat: 'ZPL', PrintLocation: 'Labels' }))
    const { user, command, outcome } = openScreens(server.base, '/Print/?barcode=B123456789&count=5000', {
      printing: testAgentOptions,
    })
    await screen.findByRole('combobox', { name: 'Printer' })
    const copies = screen.getByRole('textbox', { name: 'Copies of each' })
    await user.clear(copies)
    await user.type(copies, '2')
    await command('print')
    expect(outcome()).toBe('10,000 cannot be printed. Enter a whole number from 1 to 9,999.')
    expect(agent.printed).toEqual([])
  })

  it.each([
    ['gone', 'The label template is gone. The labels are printed on Roll.'],
    [
      'broken',
      'The label template was made for another version. The labels are printed on Roll. An administrator can add it again.',
    ],
    [
      'coarse',
      'The label template needs a printer with a higher resolution. The labels are printed on Roll.',
    ],
    [
      'failed',
      'The label template could not be drawn. The labels are printed on Roll. Tell an administrator.',
    ],
  ])(
    'are printed on another template when the requested one is %s, with one notice',
    async (Why, expectedNotice) => {
      const agent = await startAgent()
      desk.printers(recordOf(agent.port, { PrintFormat: 'ZPL', PrintLocation: 'Labels' }))
      server.answer('GET printlabels', ({ query }) => ({
        FileData: 'eA==',
        Format: query.format,
        Instead: query.format === 'ZPL' ? { Template: 'Roll', Why } : null,
      }))
      const { command } = openScreens(server.base, '/Print/?barcode=B123456789&count=25', {
        printing: testAgentOptions,
      })
      await screen.findByRole('combobox', { name: 'Printer' })
      await command('print')
      await result('Labels Printed')
      expect(agent.printed).toHaveLength(3)
      expect(screen.getAllByText(expectedNotice)).toHaveLength(1)
    },
  )

  it('need a barcode', async () => {
    desk.printers()
    const view = openScreens(server.base, '/Print/', { printing: testAgentOptions })
    await screen.findByText('Scan a barcode to see its label.')
    await view.command('print')
    expect(view.outcome()).toBe('Scan the barcode to print labels for, or type all 10 characters.')
    expect(labelCalls()).toEqual([])
  })

  it('of an unknown barcode show that there is no data', async () => {
    desk.printers()
    openScreens(server.base, '/Print/?barcode=B000000000', { printing: testAgentOptions })
    expect(await screen.findByText('No data available for B000000000 Inventory.')).toBeVisible()
  })

  it('show the licence notice on the screen', async () => {
    desk.printers()
    openScreens(server.base, '/Print/')
    expect(await screen.findByRole('heading', { name: 'Licence notice' })).toBeVisible()
    expect(screen.getByText(/Proprietary plant material/)).toBeVisible()
  })

  it('are not offered by a server that does not make labels', async () => {
    desk.printers(recordOf(1))
    openScreens(server.base, '/Print/', { extensions: [] })
    expect(await screen.findByText('This server does not make labels.')).toBeVisible()
    expect(await screen.findByRole('article', { name: 'Dock' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Test print/ })).toBeNull()
  })
})

describe('the number of labels', () => {
  beforeEach(() => {
    desk.printers()
    server.answer('GET labeltemplates', () => ({
      Result: [{ Id: 'sheet', Name: 'Sheet', Width: 70, Height: 37, PerPage: 24 }],
    }))
  })
  const count = () => screen.findByRole('textbox', { name: 'Number of labels' })
  // Returns the counts of requests beyond the preview, which requests one sheet at most.
  const requestedCounts = () =>
    server.asked
      .filter(({ path }) => path === 'printlabels')
      .map(({ query }) => Number(String(query.barcodeid).split('*')[1]))
      .filter((n) => n > 24)

  it('keeps an invalid number as typed, and refuses it with an error', async () => {
    const page = openScreens(server.base, '/Print/?barcode=B123456789')
    const field = await count()
    await screen.findByText(/the PDF opens in a new tab/)
    await page.user.clear(field)
    await page.user.keyboard('10000{Enter}')
    await waitFor(() =>
      expect(page.outcome()).toBe('10000 cannot be printed. Enter a whole number from 1 to 9,999.'),
    )
    expect(field).toHaveValue('10000')
    expect(field).toHaveAccessibleDescription('A whole number from 1 to 9,999.')
    await page.user.tab()
    expect(field).toHaveValue('10000')
    expect(requestedCounts()).toEqual([])
  })

  it('splits more labels than a PDF holds without dropping any', async () => {
    const page = openScreens(server.base, '/Print/?barcode=B123456789&count=799')
    await count()
    await screen.findByText(/the PDF opens in a new tab/)
    await page.command('print')
    // The browser allows one new tab per key press.
    await alert('The labels are 2 PDFs. Open number 2 now?')
    expect(desk.opened).toHaveLength(1)
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(desk.opened).toHaveLength(2))
    expect(requestedCounts()).toEqual([500, 299])
  })

  it('sends all 799 labels to a printer in parts', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    const page = openScreens(server.base, '/Print/?barcode=B123456789&count=799', {
      printing: testAgentOptions,
    })
    await count()
    await screen.findByRole('combobox', { name: 'Printer' })
    await page.command('print')
    await result('Labels Printed')
    const printed = agent.printed.map(({ bytes }) => Number.parseInt(bytes.toString(), 10))
    expect(printed).toHaveLength(34)
    expect(printed.reduce((sum, n) => sum + n, 0)).toBe(799)
  })
})
