import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseOption, readOptions } from '#tests/support/choose-option.ts'
import { type ContractServer, problemAnswer } from '#tests/support/contract-server.ts'
import { openScreens, result } from '#tests/support/document-screens.tsx'
import {
  alert,
  PDF,
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

describe('print servers', () => {
  it('are removed after a confirmation', async () => {
    const records = [recordOf(1)]
    server.answer('GET printservers', () => ({ Records: records, TotalRowCount: records.length }))
    server.answer('DELETE printservers/:id', () => {
      records.splice(0)
      return { Message: 'Print server processed successfully' }
    })
    const { user } = openScreens(server.base, '/Print/', { admin: true })
    const remove = async () => user.click(await screen.findByRole('button', { name: 'Remove Dock' }))
    await remove()
    await alert('Remove print server Dock from WAT?')
    await user.keyboard('{Enter}')
    expect(records).toHaveLength(1)
    await remove()
    await alert('Remove print server Dock from WAT?')
    await user.click(screen.getByRole('button', { name: /^Yes/ }))
    await result('Print server Dock removed')
    expect(await screen.findByText(/There is no print server at WAT yet/)).toBeVisible()
    expect(server.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      'printservers/1',
    ])
  })

  it('stay when the server refuses to remove them, and show the reason', async () => {
    desk.printers(recordOf(1))
    server.answer('DELETE printservers/:id', () => problemAnswer('location_not_allowed'))
    const { user } = openScreens(server.base, '/Print/', { admin: true })
    await user.click(await screen.findByRole('button', { name: 'Remove Dock' }))
    await alert(/^Remove print server/)
    await user.click(screen.getByRole('button', { name: /^Yes/ }))
    await result(/^The print server was not removed. You are not set up/)
    expect(screen.getByRole('article', { name: 'Dock' })).toBeVisible()
  })

  it('stay when a reply to the removal is not a known success', async () => {
    desk.printers(recordOf(1))
    server.answer('DELETE printservers/:id', () => ({ Message: 'Locked by j.doe' }))
    const { user } = openScreens(server.base, '/Print/', { admin: true })
    await user.click(await screen.findByRole('button', { name: 'Remove Dock' }))
    await alert(/^Remove print server/)
    await user.click(screen.getByRole('button', { name: /^Yes/ }))
    await result('The print server was not removed. Locked by j.doe')
    expect(screen.getByRole('article', { name: 'Dock' })).toBeVisible()
  })

  it('are not added when the reply is unknown and they are not listed afterwards', async () => {
    desk.printers()
    server.answer('POST printservers', () => ({ Message: 'Locked by j.doe' }))
    const { user, says } = openScreens(server.base, '/Print/New/', { admin: true })
    await screen.findByRole('textbox', { name: /^Computer/ })
    await user.keyboard('127.0.0.1{Tab}12345{Tab}Dock{Enter}')
    await says('The print server was not added. Locked by j.doe')
    expect(screen.getByRole('textbox', { name: /^Printer/ })).toHaveValue('Dock')
  })

  it('print a test page', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    server.answer('GET printservers/:id', ({ path }) =>
      path === 'printservers/1/test' ? { FileData: PDF, Format: 'PDF' } : undefined,
    )
    const { user } = openScreens(server.base, '/Print/', { printing: testAgentOptions })
    await user.click(await screen.findByRole('button', { name: 'Test print on Dock' }))
    await result('Submitted 1 copy to printer')
    expect(agent.printed).toHaveLength(1)
  })

  it('are added by keyboard, and invalid values are reported at their fields', async () => {
    desk.printers()
    const saved: unknown[] = []
    server.answer('POST printservers', ({ body }) => {
      saved.push(body)
      return { Message: 'Print server processed successfully' }
    })
    const { user, address, says } = openScreens(server.base, '/Print/New/', { admin: true })
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
    await says('Print server Dock added')
    expect(saved).toEqual([
      {
        ID: null,
        PrintServer: 'ws://127.0.0.1',
        Port: '12345',
        PrintLocation: 'Dock',
        PrinterLocation: 'WAT',
        PrintFormat: 'PDF',
        CreatedBy: null,
        CreatedDateTime: null,
        LastChangedBy: null,
        LastChangedDateTime: null,
      },
    ])
  })

  it('keep the typed values after a failed save, and retry with the same idempotency key', async () => {
    desk.printers()
    let fails = true
    server.answer('POST printservers', () =>
      fails ? problemAnswer('unavailable') : { Message: 'Print server processed successfully' },
    )
    const { user, address } = openScreens(server.base, '/Print/New/', { admin: true })
    await user.type(await screen.findByRole('textbox', { name: /^Computer/ }), 'dock')
    await user.type(screen.getByRole('textbox', { name: /^Printer/ }), 'Dock{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The print server was not added/)
    fails = false
    await user.click(screen.getByRole('button', { name: /^Add/ }))
    await waitFor(() => expect(address()).toBe('/Print/'))
    const [first, second] = server.posts().map(({ key }) => key)
    expect(first).toBe(second)
  })

  it('are read-only for users who are not administrators', async () => {
    desk.printers(recordOf(1))
    const { command, outcome, address } = openScreens(server.base, '/Print/')
    const remove = await screen.findByRole('button', { name: 'Remove Dock' })
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    await command('newPrintServer')
    expect(outcome()).toMatch(/^Administrators only/)
    expect(address()).toBe('/Print/')
  })

  it('are read-only for users with read-only access', async () => {
    desk.printers(recordOf(1))
    const { user, command, outcome, address } = openScreens(server.base, '/Print/', { readOnly: true })
    const remove = await screen.findByRole('button', { name: 'Remove Dock' })
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    await user.click(remove)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await command('newPrintServer')
    expect(outcome()).toMatch(/^Read-only access/)
    expect(address()).toBe('/Print/')
  })

  it('are loaded again with Try again after a failure', async () => {
    server.answer('GET printservers', () => problemAnswer('internal_error'))
    const { user } = openScreens(server.base, '/Print/')
    expect(await screen.findByText('The print servers could not be loaded.')).toBeVisible()
    desk.printers(recordOf(1))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'Dock' })).toBeVisible()
  })
})

describe('the list of print servers', () => {
  const named = (...names: readonly string[]) =>
    desk.printers(...names.map((PrintLocation, index) => recordOf(1, { ID: index + 1, PrintLocation })))

  it('shows a print server that another user added as soon as the screen or dialog opens', async () => {
    desk.printers()
    const page = openScreens(server.base, '/Print/')
    await screen.findByText(/There is no print server at WAT yet/)
    await page.command('goToIssuance')
    named('Dock')
    await page.command('goToPrint')
    expect(await screen.findByRole('article', { name: 'Dock' })).toBeVisible()
    named('Dock', 'Office')
    page.scan(TAG)
    await page.command('commandSheet')
    const dialog = within(await screen.findByRole('dialog'))
    const printer = await dialog.findByRole('combobox', { name: 'Printer' })
    expect(await readOptions(page.user, printer)).toContain('Office')
  })

  it('remembers a new tab only if it was chosen', async () => {
    desk.printers()
    const page = openScreens(server.base, `/Issuance/Grower/${TAG}`)
    await screen.findByRole('button', { name: /^Print/ })
    const openDialog = async () => {
      await page.command('print')
      return within(await screen.findByRole('dialog'))
    }
    const print = async () => {
      await page.command('print')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await (await openDialog()).findByText(/the PDF opens in a new tab/)
    await print()
    named('Dock')
    const printer = () => screen.findByRole('combobox', { name: 'Printer' })
    await openDialog()
    await waitFor(async () => expect(await printer()).toHaveDisplayValue('Dock'))
    await chooseOption(page.user, await printer(), 'PDF in a new tab')
    await print()
    await openDialog()
    expect(await printer()).toHaveDisplayValue('PDF in a new tab')
  })
})
