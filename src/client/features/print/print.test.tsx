import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { AgentSocket } from '#client/api/print-agent/print-on-agent.ts'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { PrintAgent, type PrintAgentOptions } from '#tests/support/print-agent.ts'

const PDF = Buffer.from('%PDF-1.7').toString('base64')
const TAG = '10000123'

let server: ContractServer
const agents: PrintAgent[] = []
// PDFs that were opened in a new tab; `tabs` false: the browser keeps new tabs away.
let opened: string[] = []
let tabs = true

const startAgent = async (options: PrintAgentOptions = {}) => {
  const agent = await PrintAgent.start({ printers: ['Dock', 'Office', 'Labels'], ...options })
  agents.push(agent)
  return agent
}
const recordOf = (port: number, more: Record<string, unknown> = {}) => ({
  ID: 1,
  PrintServer: '127.0.0.1',
  Port: port,
  PrintLocation: 'Dock',
  PrinterLocation: 'WAT',
  PrintFormat: 'PDF',
  ...more,
})
const printers = (...records: readonly Record<string, unknown>[]) =>
  server.answer('GET printservers', () => ({ Records: records, TotalRowCount: records.length }))

// Soon enough for a test, and never so soon that an agent that is there is given up.
const quick = {
  patience: { answer: 60_000, connection: 60_000, retries: [0, 0] },
  // jsdom's own sockets do not get on with the test runner's events.
  openSocket: (url: string) => new WebSocket(url) as unknown as AgentSocket,
}

beforeEach(async () => {
  localStorage.clear()
  opened = []
  tabs = true
  server = await startContractServer()
  server.issuances.set(
    TAG,
    issuanceOf(TAG, { Status: 'SHIPPED' }, [{ BarcodeID: 'B123456789', Status: 'SHIPPED' }]),
  )
  server.issuances.set('10000124', issuanceOf('10000124'))
  server.answer('GET printreport', () => ({ FileData: PDF, Format: 'PDF' }))
  server.answer('GET commandsheet', () => ({ FileData: PDF, Format: 'PDF' }))
  server.answer('GET printlabels', ({ query }) =>
    query.barcodeid === 'B000000000'
      ? problemAnswer('not_found')
      : { FileData: Buffer.from(`${query.labels} labels`).toString('base64'), Format: query.format },
  )
  server.answer('GET labeltemplates', () => ({
    Result: [
      { Id: 'roll', Name: 'Roll', Width: 100, Height: 50, PerPage: 1 },
      { Id: 'a4', Name: 'A4 sheet', Width: 70, Height: 37, PerPage: 24 },
    ],
  }))
  // What jsdom lacks of a browser.
  const blobs = new Map<string, Blob>()
  URL.createObjectURL = (blob: Blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob)
    return url
  }
  URL.revokeObjectURL = (url) => void blobs.delete(url)
  window.open = (url) => {
    if (!tabs) return null
    opened.push(`${blobs.get(String(url))?.type}`)
    return window
  }
})
afterEach(async () => {
  await server.close()
  await Promise.all(agents.splice(0).map((agent) => agent.stop()))
})

const notice = (text: string | RegExp) =>
  within(screen.getByRole('list', { name: 'notices', hidden: true })).findByText(text)
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const alert = (name: string | RegExp) => screen.findByRole('alertdialog', { name })
const openDetail = (options: Parameters<typeof openScreens>[2] = {}) =>
  openScreens(server.base, `/Issuance/Grower/${TAG}`, { printing: quick, ...options })
// From the shipped issuance to the open dialog.
const askToPrint = async (options: Parameters<typeof openScreens>[2] = {}) => {
  const view = openDetail(options)
  await screen.findByRole('button', { name: /^Print/ })
  await view.command('print')
  await dialog('Print Grower Issuance')
  return view
}

describe('the print dialog', () => {
  it('prints so many copies of a shipped issuance, by keyboard alone', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port))
    const { user } = await askToPrint()
    const copies = screen.getByRole('textbox', { name: 'Number of Copies' })
    expect(copies).toHaveFocus()
    expect(copies).toHaveValue('1')
    await screen.findByRole('combobox', { name: 'Printer' })
    await user.keyboard('3{Enter}')
    expect(await notice('Printing report...')).toBeVisible()
    expect(await notice('Submitted 3 copies to printer')).toBeVisible()
    expect(agent.printed).toMatchObject([{ printer: 'Dock', copies: 3, format: 'PDF' }])
    expect(server.asked.find(({ path }) => path === 'printreport')?.query).toEqual({
      reportname: 'Grower Issuance',
      refnbr: TAG,
      identifier: 'WAT',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps the copies as they were when something else is typed', async () => {
    printers()
    const { user } = await askToPrint()
    const copies = screen.getByRole('textbox', { name: 'Number of Copies' })
    for (const wrong of ['0', '-1', '1.5', 'two', ' ']) {
      await user.clear(copies)
      await user.type(copies, wrong)
      await user.tab()
      expect(copies).toHaveValue('1')
      await user.click(copies)
    }
    await user.click(screen.getByRole('button', { name: 'Number of Copies: One more' }))
    await user.click(screen.getByRole('button', { name: 'Number of Copies: One more' }))
    await user.click(screen.getByRole('button', { name: 'Number of Copies: One less' }))
    expect(copies).toHaveValue('2')
    await user.click(copies)
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(copies).toHaveValue('1')
  })

  it('opens, takes the copies and prints by scans', async () => {
    const agent = await startAgent({ dialect: 'early' })
    printers(recordOf(agent.port))
    const view = openDetail()
    await screen.findByRole('button', { name: /^Print/ })
    view.scan('%T.PRINT')
    await dialog('Print Grower Issuance')
    await screen.findByRole('combobox', { name: 'Printer' })
    // What was typed before does not stand in the way.
    await view.user.keyboard('9')
    view.scan('%T.Q.2')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Number of Copies' })).toHaveValue('2'))
    view.scan('%T.PRINT', 1000)
    expect(await notice('Submitted 2 copies to printer')).toBeVisible()
    expect(agent.printed).toMatchObject([{ copies: 2 }])
  })

  it('remembers the printer of the workstation for each report', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port), recordOf(agent.port, { ID: 2, PrintLocation: 'Office' }))
    const { user, unmount } = await askToPrint()
    const printer = await screen.findByRole('combobox', { name: 'Printer' })
    expect(printer).toHaveDisplayValue('Dock')
    await user.selectOptions(printer, 'Office')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await notice('Submitted 1 copy to printer')
    expect(agent.printed).toMatchObject([{ printer: 'Office' }])
    unmount()
    await askToPrint()
    expect(await screen.findByRole('combobox', { name: 'Printer' })).toHaveDisplayValue('Office')
  })

  it('prints nothing when it is cancelled, by key and by scan', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port))
    const view = await askToPrint()
    await view.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await view.command('print')
    await dialog('Print Grower Issuance')
    view.scan('%T.NO')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked.filter(({ path }) => path === 'printreport')).toEqual([])
    expect(agent.received).toEqual([])
  })

  it('offers no label printer for a report', async () => {
    printers(recordOf(1, { PrintFormat: 'ZPL' }))
    await askToPrint()
    expect(await screen.findByText(/There is no print server at WAT/)).toBeVisible()
  })
})

describe('what can be printed', () => {
  it('is a shipped issuance of the list, and not an open one', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port))
    const { user, command, outcome } = openScreens(server.base, '/Issuance/', { printing: quick })
    await user.click(await screen.findByRole('checkbox', { name: 'All Issuance' }))
    await user.click(await screen.findByRole('button', { name: `Print ${TAG}` }))
    await dialog('Print Grower Issuance')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Print 10000124' })).toBeNull()
    await command('print', { number: '10000124' })
    expect(outcome()).toBe('10000124 is OPEN. It can be printed when it is SHIPPED.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is a nursery’s report for a nursery', async () => {
    server.issuances.set(
      TAG,
      issuanceOf(TAG, { Status: 'SHIPPED', IssueToType: 'Nursery', IssueToNbr: 'N1' }),
    )
    printers()
    const view = openScreens(server.base, `/Issuance/Nursery/${TAG}`)
    await screen.findByRole('button', { name: /^Print/ })
    await view.command('print')
    expect(await dialog('Print Nursery Issuance')).toBeVisible()
  })

  it('is the command sheet, from anywhere', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port))
    const view = openScreens(server.base, '/Issuance/', { printing: quick })
    await screen.findByRole('heading', { name: 'Issuance' })
    await view.command('commandSheet')
    await dialog('Print Command sheet')
    await screen.findByRole('combobox', { name: 'Printer' })
    await view.user.keyboard('{Enter}')
    expect(await notice('Submitted 1 copy to printer')).toBeVisible()
    expect(agent.printed).toHaveLength(1)
  })
})

describe('without a print server', () => {
  it('opens the PDF in a new tab', async () => {
    printers()
    const { user } = await askToPrint()
    expect(await screen.findByText(/There is no print server at WAT/)).toBeVisible()
    await user.keyboard('{Enter}')
    expect(await notice('Printing report in new tab...')).toBeVisible()
    await waitFor(() => expect(opened).toEqual(['application/pdf']))
  })

  it('does so with a server that does not know of print servers', async () => {
    const { user } = await askToPrint()
    await screen.findByText(/There is no print server at WAT/)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(opened).toHaveLength(1))
  })

  it('asks first where the browser keeps new tabs away', async () => {
    printers()
    tabs = false
    const { user } = await askToPrint()
    await screen.findByText(/There is no print server at WAT/)
    await user.keyboard('{Enter}')
    await alert(`The browser blocked the new tab. Open Grower Issuance ${TAG} now?`)
    tabs = true
    await user.keyboard('{Enter}')
    await waitFor(() => expect(opened).toHaveLength(1))
  })

  it('says why there is no report', async () => {
    printers()
    server.answer('GET printreport', () => problemAnswer('unavailable'))
    const { user } = await askToPrint()
    await screen.findByText(/There is no print server at WAT/)
    await user.keyboard('{Enter}')
    expect(
      await notice(
        'Unable to print report. The server cannot answer now. Your entries are kept; try again shortly.',
      ),
    ).toBeVisible()
    expect(opened).toEqual([])
  })
})

describe('when printing does not go well', () => {
  const printNow = async (options: Parameters<typeof openScreens>[2] = {}) => {
    const view = await askToPrint(options)
    await screen.findByRole('combobox', { name: 'Printer' })
    await view.user.keyboard('{Enter}')
    return view
  }

  it('says that the agent is off, tries again, and leads to the PDF', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port))
    await agent.stop()
    const { user } = await printNow()
    const failed = await alert('Unable to print report')
    expect(failed).toHaveTextContent(
      `The print agent at 127.0.0.1:${agent.port} does not answer. Start it on the computer of the printer, then try again.`,
    )
    expect(failed).toHaveTextContent('Nothing was printed.')
    expect(await notice('Retrying 2')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await alert('Unable to print report')
    expect(screen.getByRole('button', { name: 'Open the PDF' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(opened).toEqual(['application/pdf']))
    await agent.startAgain()
    expect(agent.received).toEqual([])
  })

  it('leads to the page of an agent whose certificate may not be trusted', async () => {
    printers(recordOf(1, { PrintServer: 'wss://127.0.0.1' }))
    await printNow()
    const failed = await alert('Unable to print report')
    expect(failed).toHaveTextContent('this browser does not trust its certificate yet')
    expect(screen.getByRole('link', { name: 'Open the page of the agent' })).toHaveAttribute(
      'href',
      'https://127.0.0.1:1/',
    )
  })

  it('says which printer the agent does not know', async () => {
    const agent = await startAgent({ printers: ['dock'] })
    printers(recordOf(agent.port))
    await printNow()
    expect(await alert('Unable to print report')).toHaveTextContent('has no printer named Dock.')
  })

  it('says that the token is wrong, and prints with the right one', async () => {
    const agent = await startAgent({ token: 'green' })
    printers(recordOf(agent.port))
    const { unmount } = await printNow({ printing: { ...quick, token: 'brown' } })
    expect(await alert('Unable to print report')).toHaveTextContent('refused the token')
    unmount()
    await printNow({ printing: { ...quick, token: 'green' } })
    expect(await notice('Submitted 1 copy to printer')).toBeVisible()
  })

  it('repeats what the agent says', async () => {
    const agent = await startAgent()
    agent.hold()
    printers(recordOf(agent.port))
    const { user } = await printNow()
    const job = await agent.nextJob()
    act(() => job.refuse('Out of paper'))
    expect(await alert('Unable to print report')).toHaveTextContent('refused: Out of paper')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const again = await agent.nextJob()
    act(() => again.refuse(null))
    expect(await alert('Unable to print report')).toHaveTextContent('refused without a reason')
  })

  it('says that an address is none', async () => {
    printers(recordOf(1, { PrintServer: 'two words' }))
    await printNow()
    expect(await alert('Unable to print report')).toHaveTextContent(
      'two words:1 is not the address of a print agent.',
    )
  })

  it('asks whether it printed when nobody can know, and believes the answer', async () => {
    const agent = await startAgent({ dialect: 'early' })
    agent.hold()
    printers(recordOf(agent.port))
    const { user } = await printNow()
    const job = await agent.nextJob()
    job.finishSilently()
    job.drop()
    await alert(`Did Grower Issuance ${TAG} print?`)
    await user.keyboard('{Enter}')
    expect(await notice('Submitted 1 copy to printer')).toBeVisible()
    expect(agent.received).toHaveLength(1)
  })

  it('prints again when it is told that nothing came out, under another name', async () => {
    const agent = await startAgent()
    agent.hold()
    printers(recordOf(agent.port))
    const view = await printNow()
    const job = await agent.nextJob()
    job.drop()
    await alert(`Did Grower Issuance ${TAG} print?`)
    view.scan('%T.PRINT.AGAIN')
    const again = await agent.nextJob()
    expect(again.request.id).not.toBe(job.request.id)
    act(() => again.finish())
    expect(await notice('Submitted 1 copy to printer')).toBeVisible()
    expect(agent.printed).toHaveLength(1)
  })

  it('leaves it open when the question is not answered', async () => {
    const agent = await startAgent()
    agent.hold()
    printers(recordOf(agent.port))
    const { user } = await printNow()
    ;(await agent.nextJob()).drop()
    await alert(`Did Grower Issuance ${TAG} print?`)
    await user.keyboard('{Escape}')
    expect(
      await notice(`Check the printer: Grower Issuance ${TAG} may or may not have printed.`),
    ).toBeVisible()
    expect(agent.received).toHaveLength(1)
  })
})

describe('labels', () => {
  const labelCalls = () => server.asked.filter(({ path }) => path === 'printlabels').map(({ query }) => query)

  it('go out in messages of ten, each after the answer to the one before', async () => {
    const agent = await startAgent()
    agent.hold()
    printers(recordOf(agent.port, { PrintLocation: 'Labels' }))
    const { user } = openScreens(server.base, '/Print/?barcode=B123456789&count=25', { printing: quick })
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
    expect(await notice('Labels Printed')).toBeVisible()
    expect(agent.printed).toHaveLength(3)
    expect(labelCalls()[0]).toMatchObject({
      barcodeid: 'B123456789',
      inventorylocation: 'WAT',
      trimseasonid: 'S1',
      template: 'roll',
      format: 'PDF',
    })
  })

  it('go on with what is left after an agent was restarted in the middle', async () => {
    const agent = await startAgent()
    agent.hold()
    printers(recordOf(agent.port))
    const { user } = openScreens(server.base, '/Print/?barcode=B123456789&count=40', { printing: quick })
    await screen.findByRole('combobox', { name: 'Label' })
    await screen.findByRole('combobox', { name: 'Printer' })
    await user.keyboard('{Enter}')
    const first = await agent.nextJob()
    act(() => first.finish())
    const lost = await agent.nextJob()
    lost.finishSilently()
    await agent.stop()
    await alert('Did 40 labels of B123456789 print?')
    await agent.startAgain()
    await user.click(screen.getByRole('button', { name: /^It printed/ }))
    for (const _ of [3, 4]) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    expect(await notice('Labels Printed')).toBeVisible()
    expect(agent.printed).toHaveLength(4)
  })

  it('that are refused half way say how many are printed, and the PDF has the others', async () => {
    const agent = await startAgent()
    agent.hold()
    printers(recordOf(agent.port))
    const { user } = openScreens(server.base, '/Print/?barcode=B123456789&count=25', { printing: quick })
    await screen.findByRole('combobox', { name: 'Label' })
    await screen.findByRole('combobox', { name: 'Printer' })
    await user.keyboard('{Enter}')
    const first = await agent.nextJob()
    act(() => first.finish())
    const second = await agent.nextJob()
    act(() => second.refuse('Out of labels'))
    expect(await alert('Unable to print report')).toHaveTextContent('10 of 25 were printed before that.')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(labelCalls().at(-1)).toMatchObject({ labels: '15', format: 'PDF' })
  })

  it('of a scanned barcode, with the quantity before it', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port, { PrintFormat: 'ZPL', PrintLocation: 'Labels' }))
    const view = openScreens(server.base, '/Print/', { printing: quick })
    expect(await screen.findByRole('textbox', { name: 'Barcode' })).toHaveFocus()
    await screen.findByRole('combobox', { name: 'Printer' })
    view.typeQuantity('7')
    view.scan('B123456789')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Number of labels' })).toHaveValue('7'))
    expect(view.outcome()).toBe('B123456789: 7 labels. Print sends them to the printer.')
    view.scan('%T.PRINT')
    expect(await notice('Labels Printed')).toBeVisible()
    expect(agent.printed).toMatchObject([{ printer: 'Labels', format: 'ZPL' }])
    expect(labelCalls().at(-1)).toMatchObject({ labels: '7', format: 'ZPL', template: 'roll' })
  })

  it('go to a label printer copy by copy: agents print ZPL once, whatever is said of copies', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port, { PrintFormat: 'ZPL', PrintLocation: 'Labels' }))
    const { user, command } = openScreens(server.base, '/Print/?barcode=B123456789&count=5', {
      printing: quick,
    })
    await screen.findByRole('combobox', { name: 'Printer' })
    const copies = screen.getByRole('textbox', { name: 'Copies of each' })
    await user.clear(copies)
    await user.type(copies, '3')
    await command('print')
    expect(await notice('Labels Printed')).toBeVisible()
    expect(agent.printed.map((job) => job.copies)).toEqual([1, 1])
    expect(labelCalls().map(({ labels }) => labels)).toEqual(expect.arrayContaining(['10', '5']))
  })

  it('are refused where labels and copies together are more than any job takes', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port, { PrintFormat: 'ZPL', PrintLocation: 'Labels' }))
    const { user, command, outcome } = openScreens(server.base, '/Print/?barcode=B123456789&count=5000', {
      printing: quick,
    })
    await screen.findByRole('combobox', { name: 'Printer' })
    const copies = screen.getByRole('textbox', { name: 'Copies of each' })
    await user.clear(copies)
    await user.type(copies, '2')
    await command('print')
    expect(outcome()).toBe('10000 cannot be printed. Enter a whole number from 1 to 9999.')
    expect(agent.printed).toEqual([])
  })

  it('need a barcode', async () => {
    printers()
    const view = openScreens(server.base, '/Print/', { printing: quick })
    await screen.findByText('Scan a barcode to see its label.')
    await view.command('print')
    expect(view.outcome()).toBe('Scan the barcode to print labels for, or type all 10 characters.')
    expect(labelCalls()).toEqual([])
  })

  it('of a barcode that is not there say so', async () => {
    printers()
    openScreens(server.base, '/Print/?barcode=B000000000', { printing: quick })
    expect(await screen.findByText('No data available for B000000000 Inventory.')).toBeVisible()
  })

  it('carry the licence notice, which the screen shows', async () => {
    printers()
    openScreens(server.base, '/Print/')
    expect(await screen.findByRole('heading', { name: 'Licence notice' })).toBeVisible()
    expect(screen.getByText(/Proprietary plant material/)).toBeVisible()
  })

  it('are not offered by a server that makes none', async () => {
    printers(recordOf(1))
    openScreens(server.base, '/Print/', { extensions: [] })
    expect(await screen.findByText('This server does not make labels.')).toBeVisible()
    expect(await screen.findByRole('article', { name: 'Dock' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Test print/ })).toBeNull()
  })
})

describe('print servers', () => {
  it('are removed after a confirmation', async () => {
    const records = [recordOf(1)]
    server.answer('GET printservers', () => ({ Records: records, TotalRowCount: records.length }))
    server.answer('DELETE printservers/:id', () => {
      records.splice(0)
      return { Message: 'Print server processed successfully' }
    })
    const { user } = openScreens(server.base, '/Print/')
    const remove = async () => user.click(await screen.findByRole('button', { name: 'Remove Dock' }))
    await remove()
    await alert('Remove print server Dock from WAT?')
    await user.keyboard('{Enter}')
    expect(records).toHaveLength(1)
    await remove()
    await alert('Remove print server Dock from WAT?')
    await user.click(screen.getByRole('button', { name: /^Yes/ }))
    expect(await notice('Print server Dock removed')).toBeVisible()
    expect(await screen.findByText(/There is no print server at WAT yet/)).toBeVisible()
    expect(server.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      'printservers/1',
    ])
  })

  it('stay when the server says no, and it says why', async () => {
    printers(recordOf(1))
    server.answer('DELETE printservers/:id', () => problemAnswer('location_not_allowed'))
    const { user } = openScreens(server.base, '/Print/')
    await user.click(await screen.findByRole('button', { name: 'Remove Dock' }))
    await alert(/^Remove print server/)
    await user.click(screen.getByRole('button', { name: /^Yes/ }))
    expect(await notice(/^The print server was not removed. You are not set up/)).toBeVisible()
    expect(screen.getByRole('article', { name: 'Dock' })).toBeVisible()
  })

  it('print a test page', async () => {
    const agent = await startAgent()
    printers(recordOf(agent.port))
    server.answer('GET printservers/:id', ({ path }) =>
      path === 'printservers/1/test' ? { FileData: PDF, Format: 'PDF' } : undefined,
    )
    const { user } = openScreens(server.base, '/Print/', { printing: quick })
    await user.click(await screen.findByRole('button', { name: 'Test print on Dock' }))
    expect(await notice('Submitted 1 copy to printer')).toBeVisible()
    expect(agent.printed).toHaveLength(1)
  })

  it('are added by keyboard alone, and what does not fit is said at the field', async () => {
    printers()
    const saved: unknown[] = []
    server.answer('POST printservers', ({ body }) => {
      saved.push(body)
      return { Message: 'Print server processed successfully' }
    })
    const { user, address } = openScreens(server.base, '/Print/New/')
    const host = await screen.findByRole('textbox', { name: /^Computer/ })
    expect(host).toHaveFocus()
    await user.keyboard('no/name{Enter}')
    expect(host).toHaveAccessibleDescription(/A name or an address, without port or path/)
    expect(screen.getByRole('textbox', { name: /^Printer/ })).toHaveAccessibleDescription(
      /exactly as the print agent shows it/,
    )
    expect(saved).toEqual([])
    await user.clear(host)
    await user.keyboard('ws://127.0.0.1{Tab}')
    await user.keyboard('123456{Tab}')
    expect(screen.getByRole('textbox', { name: /^Port/ })).toHaveValue('12345')
    await user.keyboard('Dock{Enter}')
    await waitFor(() => expect(address()).toBe('/Print/'))
    expect(await notice('Print server Dock added')).toBeVisible()
    expect(saved).toEqual([
      {
        ID: null,
        PrintServer: 'ws://127.0.0.1',
        Port: '12345',
        PrintLocation: 'Dock',
        PrinterLocation: 'WAT',
        PrintFormat: 'PDF',
      },
    ])
  })

  it('that cannot be added keep what was typed, and go out again under the same key', async () => {
    printers()
    let fails = true
    server.answer('POST printservers', () =>
      fails ? problemAnswer('unavailable') : { Message: 'Print server processed successfully' },
    )
    const { user, address } = openScreens(server.base, '/Print/New/')
    await user.type(await screen.findByRole('textbox', { name: /^Computer/ }), 'dock')
    await user.type(screen.getByRole('textbox', { name: /^Printer/ }), 'Dock{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The print server was not added/)
    fails = false
    await user.click(screen.getByRole('button', { name: /^Add/ }))
    await waitFor(() => expect(address()).toBe('/Print/'))
    const [first, second] = server.asked.filter(({ method }) => method === 'POST').map(({ key }) => key)
    expect(first).toBe(second)
  })

  it('are shown to read-only people, who may not change them', async () => {
    printers(recordOf(1))
    const { user, command, outcome, address } = openScreens(server.base, '/Print/', { readOnly: true })
    const remove = await screen.findByRole('button', { name: 'Remove Dock' })
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    await user.click(remove)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await command('newPrintServer')
    expect(outcome()).toMatch(/^Read-only access/)
    expect(address()).toBe('/Print/')
  })

  it('that cannot be loaded are asked for again', async () => {
    server.answer('GET printservers', () => problemAnswer('internal_error'))
    const { user } = openScreens(server.base, '/Print/')
    expect(await screen.findByText('The print servers could not be loaded.')).toBeVisible()
    printers(recordOf(1))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'Dock' })).toBeVisible()
  })
})
