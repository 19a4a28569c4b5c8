import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseOption } from '#tests/support/choose-option.ts'
import { type ContractServer, issuanceOf, problemAnswer } from '#tests/support/contract-server.ts'
import { openScreens, result } from '#tests/support/document-screens.tsx'
import {
  alert,
  dialog,
  notice,
  type PrintDesk,
  recordOf,
  startAgent,
  startPrintDesk,
  TAG,
  testAgentOptions,
} from '#tests/support/print-desk.ts'

let desk: PrintDesk
let server: ContractServer
beforeEach(async () => {
  desk = await startPrintDesk()
  server = desk.server
})

describe('the print dialog', () => {
  it('prints the chosen number of copies of a shipped issuance by keyboard', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    const { user } = await desk.askToPrint()
    const copies = screen.getByRole('textbox', { name: 'Number of Copies' })
    expect(copies).toHaveFocus()
    expect(copies).toHaveValue('1')
    await screen.findByRole('combobox', { name: 'Printer' })
    await user.keyboard('3{Enter}')
    expect(await notice('Printing report...')).toBeVisible()
    await result('Submitted 3 copies to printer')
    expect(agent.printed).toMatchObject([{ printer: 'Dock', copies: 3, format: 'PDF' }])
    expect(server.asked.find(({ path }) => path === 'printreport')?.query).toEqual({
      reportname: 'Grower Issuance',
      refnbr: TAG,
      identifier: 'WAT',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('replaces an older refusal in the strip with its own outcome', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    const view = desk.openDetail()
    await screen.findByRole('button', { name: /^Print/ })
    await view.command('ship')
    expect(view.tone()).toBe('error')
    await view.command('print')
    await dialog('Print Grower Issuance')
    await screen.findByRole('combobox', { name: 'Printer' })
    await view.command('print')
    await result('Submitted 1 copy to printer')
    expect(view.tone()).toBe('ok')
    expect(view.entries().at(-1)).toMatchObject({ code: 'print.submitted', tone: 'ok' })
  })

  it('restores the last valid number of copies after an invalid entry', async () => {
    desk.printers()
    const { user } = await desk.askToPrint()
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
    desk.printers(recordOf(agent.port))
    const view = desk.openDetail()
    await screen.findByRole('button', { name: /^Print/ })
    view.scan('%T.PRINT')
    await dialog('Print Grower Issuance')
    await screen.findByRole('combobox', { name: 'Printer' })
    // Characters typed before the scan do not end up in the field.
    await view.user.keyboard('9')
    view.scan('%T.Q.2')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Number of Copies' })).toHaveValue('2'))
    view.scan('%T.PRINT', 1000)
    await result('Submitted 2 copies to printer')
    expect(agent.printed).toMatchObject([{ copies: 2 }])
  })

  it('remembers the printer of the workstation for each report', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port), recordOf(agent.port, { ID: 2, PrintLocation: 'Office' }))
    const { user, unmount } = await desk.askToPrint()
    const printer = await screen.findByRole('combobox', { name: 'Printer' })
    expect(printer).toHaveDisplayValue('Dock')
    await chooseOption(user, printer, 'Office')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await result('Submitted 1 copy to printer')
    expect(agent.printed).toMatchObject([{ printer: 'Office' }])
    unmount()
    await desk.askToPrint()
    expect(await screen.findByRole('combobox', { name: 'Printer' })).toHaveDisplayValue('Office')
  })

  it('prints nothing when it is cancelled by key or by scan', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    const view = await desk.askToPrint()
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
    desk.printers(recordOf(1, { PrintFormat: 'ZPL' }))
    await desk.askToPrint()
    expect(await screen.findByText(/There is no print server at WAT/)).toBeVisible()
  })
})

describe('what can be printed', () => {
  it('includes a shipped issuance of the list, but not an open one', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    const { user, command, outcome } = openScreens(server.base, '/Issuance/', { printing: testAgentOptions })
    await chooseOption(user, await screen.findByRole('combobox', { name: 'Status' }), 'All Issuance')
    await user.click(await screen.findByRole('button', { name: `Print ${TAG}` }))
    await dialog('Print Grower Issuance')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Print 10000124' })).toBeNull()
    await command('print', { number: '10000124' })
    expect(outcome()).toBe('10000124 is OPEN. It can be printed when it is SHIPPED.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('includes the nursery report for an issuance to a nursery', async () => {
    server.issuances.set(
      TAG,
      issuanceOf(TAG, { Status: 'SHIPPED', IssueToType: 'Nursery', IssueToNbr: 'N1' }),
    )
    desk.printers()
    const view = openScreens(server.base, `/Issuance/Nursery/${TAG}`)
    await screen.findByRole('button', { name: /^Print/ })
    await view.command('print')
    expect(await dialog('Print Nursery Issuance')).toBeVisible()
  })

  it('includes the command sheet from any screen', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    const view = openScreens(server.base, '/Issuance/', { printing: testAgentOptions })
    await screen.findByRole('heading', { name: 'Issuance' })
    await view.command('commandSheet')
    await dialog('Print Command sheet')
    await screen.findByRole('combobox', { name: 'Printer' })
    await view.user.keyboard('{Enter}')
    await result('Submitted 1 copy to printer')
    expect(agent.printed).toHaveLength(1)
  })
})

describe('without a print server', () => {
  it('opens the PDF in a new tab', async () => {
    desk.printers()
    const { user } = await desk.askToPrint()
    expect(await screen.findByText(/There is no print server at WAT/)).toBeVisible()
    await user.keyboard('{Enter}')
    expect(await notice('Printing report in new tab...')).toBeVisible()
    await waitFor(() => expect(desk.opened).toEqual(['application/pdf']))
  })

  it('puts the copies into the file, because no printer repeats it', async () => {
    desk.printers()
    const { user } = await desk.askToPrint()
    await screen.findByText(/There is no print server at WAT/)
    await user.keyboard('3{Enter}')
    await waitFor(() => expect(desk.opened).toHaveLength(1))
    expect(server.asked.find(({ path }) => path === 'printreport')?.query).toMatchObject({ copies: '3' })
  })

  it('opens the PDF on a server without print servers', async () => {
    const { user } = await desk.askToPrint()
    await screen.findByText(/There is no print server at WAT/)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(desk.opened).toHaveLength(1))
  })

  it('asks first if the browser blocks new tabs', async () => {
    desk.printers()
    desk.allowsTabs = false
    const { user } = await desk.askToPrint()
    await screen.findByText(/There is no print server at WAT/)
    await user.keyboard('{Enter}')
    await alert(`The browser blocked the new tab. Open Grower Issuance ${TAG} now?`)
    desk.allowsTabs = true
    await user.keyboard('{Enter}')
    await waitFor(() => expect(desk.opened).toHaveLength(1))
  })

  it('shows why there is no report', async () => {
    desk.printers()
    server.answer('GET printreport', () => problemAnswer('unavailable'))
    const { user } = await desk.askToPrint()
    await screen.findByText(/There is no print server at WAT/)
    await user.keyboard('{Enter}')
    await result(
      'Unable to print report. The server cannot answer now. Your entries are kept; try again shortly.',
    )
    expect(desk.opened).toEqual([])
  })
})
