import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { ContractServer } from '#tests/support/contract-server.ts'
import { openScreens, result } from '#tests/support/document-screens.tsx'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { startFakeLocks } from '#tests/support/fake-locks.ts'
import type { PrintAgent } from '#tests/support/print-agent.ts'
import {
  alert,
  type PrintDesk,
  recordOf,
  startAgent,
  startPrintDesk,
  testAgentOptions,
} from '#tests/support/print-desk.ts'
import { openJobStore } from './jobs/job-store.ts'

let desk: PrintDesk
let server: ContractServer
let locks: ReturnType<typeof startFakeLocks>
beforeEach(async () => {
  desk = await startPrintDesk()
  server = desk.server
  startFakeDatabase()
  locks = startFakeLocks()
  localStorage.clear()
})

// Opens 60 labels, ten per message, or the given address.
const SIXTY = '/Print/?barcode=B123456789&count=60'
const openPrint = (address = SIXTY) =>
  openScreens(server.base, address, { printing: testAgentOptions, jobs: openJobStore('jobs') })

const startPrinting = async (agent: PrintAgent, address = SIXTY) => {
  desk.printers(recordOf(agent.port))
  const view = openPrint(address)
  await screen.findByRole('combobox', { name: 'Label' })
  await screen.findByRole('combobox', { name: 'Printer' })
  await view.command('print')
  return view
}

const labelsIn = (bytes: Buffer) => Number.parseInt(bytes.toString(), 10)
const printedLabels = (agent: PrintAgent) =>
  agent.printed.reduce((sum, { bytes }) => sum + labelsIn(bytes), 0)

const row = (name: string) => screen.findByRole('article', { name })
const NAME = '60 labels of B123456789'
const press = async (view: ReturnType<typeof openScreens>, name: string) =>
  view.user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))

// Ends the page abruptly: its locks are released, its database stays.
const kill = (view: ReturnType<typeof openScreens>) => {
  view.unmount()
  locks.endPage()
}

describe('a print job', () => {
  it('is listed with its progress and its end', async () => {
    const agent = await startAgent()
    agent.hold()
    await startPrinting(agent)
    const first = await agent.nextJob()
    expect(await row(NAME)).toHaveTextContent('Printed 0 of 60')
    act(() => first.finish())
    await waitFor(async () => expect(await row(NAME)).toHaveTextContent('Printed 10 of 60'))
    for (let part = 1; part < 6; part += 1) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    await result('Labels Printed')
    expect(await row(NAME)).not.toHaveTextContent('Missing')
    expect(screen.queryByRole('button', { name: `Print the rest of ${NAME}` })).toBeNull()
  })

  it('is listed only for the user who printed it', async () => {
    const agent = await startAgent()
    const view = await startPrinting(agent, '/Print/?barcode=B123456789&count=1')
    await result('Labels Printed')
    expect(await row('1 label of B123456789')).toBeVisible()
    act(() => store.set(identityAtom, { userName: 'sam', displayName: 'Sam', groups: ['users'] }))
    expect(await screen.findByText('Nothing was printed from here yet.')).toBeVisible()
    view.unmount()
  })

  it('warns before the page is left during the job, and not after it', async () => {
    const agent = await startAgent()
    agent.hold()
    await startPrinting(agent, '/Print/?barcode=B123456789&count=1')
    const job = await agent.nextJob()
    const leavePage = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    await waitFor(() => expect(leavePage()).toBe(true))
    act(() => job.finish())
    await result('Labels Printed')
    await waitFor(() => expect(leavePage()).toBe(false))
  })

  it('asks about the missing part at the next start and prints it after the page was left', async () => {
    const agent = await startAgent()
    agent.hold()
    const view = await startPrinting(agent)
    for (let part = 0; part < 3; part += 1) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    const lost = await agent.nextJob()
    kill(view)
    lost.finishSilently()
    const next = openPrint('/Issuance/')
    const asked = await alert('Did labels 31 to 40 of B123456789 print?')
    expect(asked).toHaveTextContent('Trimline was closed before the print agent at 127.0.0.1')
    await press(next, 'It printed')
    for (let part = 4; part < 6; part += 1) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    await result('Labels Printed')
    expect(printedLabels(agent)).toBe(60)
  })

  it('names the missing labels when nothing is in doubt, and keeps them in the list after No', async () => {
    const agent = await startAgent()
    agent.hold()
    const view = await startPrinting(agent)
    for (let part = 0; part < 3; part += 1) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    const fourth = await agent.nextJob()
    act(() => fourth.refuse('Out of labels'))
    await alert('Unable to print report')
    kill(view)
    const next = openPrint()
    expect(await alert('Not printed: labels 31 to 60 of B123456789. Print now?')).toHaveTextContent(
      'Trimline was closed while it printed 60 labels of B123456789 on Dock.',
    )
    await press(next, 'No')
    await waitFor(async () =>
      expect(await row(NAME)).toHaveTextContent('Missing: labels 31 to 60 of B123456789'),
    )
    await press(next, `Print the rest of ${NAME}`)
    for (let part = 3; part < 6; part += 1) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    await result('Labels Printed')
    expect(printedLabels(agent)).toBe(60)
  })

  it('reports the part opened as a PDF after the agent failed, and does not count it as printed', async () => {
    const agent = await startAgent()
    agent.hold()
    const view = await startPrinting(agent)
    for (let part = 0; part < 3; part += 1) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    const fourth = await agent.nextJob()
    act(() => fourth.refuse('Out of labels'))
    await press(view, 'Open the PDF')
    await waitFor(async () =>
      expect(await row(NAME)).toHaveTextContent(
        'Sent to the printer: 30 of 60. The rest was opened as a PDF.',
      ),
    )
    expect(await row(NAME)).not.toHaveTextContent('Printed')
  })

  it('shows Opened as a PDF when the whole job was opened', async () => {
    const agent = await startAgent()
    await agent.stop()
    const view = await startPrinting(agent)
    await press(view, 'Open the PDF')
    await waitFor(async () => expect(await row(NAME)).toHaveTextContent('Opened as a PDF'))
    expect(await row(NAME)).not.toHaveTextContent('Printed')
  })

  it('is printed again with one key, even after a restart', async () => {
    const agent = await startAgent()
    const view = await startPrinting(agent, '/Print/?barcode=B123456789&count=7')
    await result('Labels Printed')
    kill(view)
    const next = openPrint('/Issuance/')
    await screen.findByRole('heading', { name: 'Issuance' })
    next.scan('%T.PRINT.LAST')
    await alert('Print 7 labels of B123456789 again?')
    await press(next, 'Print again')
    await waitFor(() => expect(agent.printed.map(({ bytes }) => labelsIn(bytes))).toEqual([7, 7]))
    await result('Labels Printed')
  })

  it('asks before it is printed again, once, even if the key is pressed twice', async () => {
    const agent = await startAgent()
    const view = await startPrinting(agent, '/Print/?barcode=B123456789&count=7')
    await result('Labels Printed')
    await view.command('printLast')
    const asked = await alert('Print 7 labels of B123456789 again?')
    expect(asked).toHaveTextContent(/^.*It was printed at .* on Dock\./)
    expect(screen.getByRole('button', { name: /^No/ })).toHaveFocus()
    await view.command('printLast')
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
    await press(view, 'No')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(printedLabels(agent)).toBe(7)
  })

  it('asks before the list button prints it again', async () => {
    const agent = await startAgent()
    const view = await startPrinting(agent, '/Print/?barcode=B123456789&count=7')
    await result('Labels Printed')
    await press(view, 'Print 7 labels of B123456789 again')
    await alert('Print 7 labels of B123456789 again?')
    expect(printedLabels(agent)).toBe(7)
  })

  it('asks before the same labels are printed again by a second Enter, but not for other labels', async () => {
    const agent = await startAgent()
    agent.hold()
    const view = await startPrinting(agent, '/Print/?barcode=B123456789&count=7')
    const job = await agent.nextJob()
    await view.command('print')
    const asked = await alert('Print 7 labels of B123456789 again?')
    expect(asked).toHaveTextContent('It is being printed on Dock.')
    await press(view, 'No')
    act(() => job.finish())
    await result('Labels Printed')
    const count = screen.getByRole('textbox', { name: 'Number of labels' })
    await view.user.clear(count)
    await view.user.type(count, '8')
    await view.command('print')
    const other = await agent.nextJob()
    act(() => other.finish())
    await waitFor(() => expect(printedLabels(agent)).toBe(15))
  })

  it('is not asked about by another page while its own page is open', async () => {
    const agent = await startAgent()
    agent.hold()
    await startPrinting(agent)
    const job = await agent.nextJob()
    openPrint('/Issuance/')
    await screen.findByRole('heading', { name: 'Issuance' })
    await waitFor(() => expect(screen.getAllByRole('heading').length).toBeGreaterThan(0))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    act(() => job.finish())
    await agent.nextJob()
  })
})

describe('300 labels of one document', () => {
  const lines = Array.from({ length: 30 }, (_, n) => `B0000001${String(n).padStart(2, '0')}*10`)
  const address = `/Print/?barcodes=${lines.join(',')}&kind=issuance&number=10000123`
  const name = '300 labels of Issuance 10000123'

  it('are one job: after a cancel at 100 and a resume, 300 labels are printed, ten per line', async () => {
    const agent = await startAgent()
    agent.hold()
    const view = await startPrinting(agent, address)
    for (let part = 0; part < 9; part += 1) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    const tenth = await agent.nextJob()
    await press(view, `Cancel ${name}`)
    act(() => tenth.finish())
    await result('Cancelled. Not printed: labels 101 to 300 of Issuance 10000123 (B000000110 to B000000129)')
    expect(printedLabels(agent)).toBe(100)
    expect(await row(name)).toHaveTextContent('Missing: labels 101 to 300')
    await press(view, `Print the rest of ${name}`)
    for (let part = 10; part < 30; part += 1) {
      const job = await agent.nextJob()
      act(() => job.finish())
    }
    await result('Labels Printed')
    expect(printedLabels(agent)).toBe(300)
    const asked = server.asked
      .filter(({ path }) => path === 'printlabels')
      .map(({ query }) => query.barcodeid)
    for (const line of lines) expect(asked).toContain(line)
  })

  it('can exclude lines, and print the others with their own counts', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    const view = openPrint(
      '/Print/?barcodes=B000000100*5,B000000101*6,B000000102*7&kind=issuance&number=10000123',
    )
    const list = await screen.findByRole('group', { name: /^Issuance 10000123/ })
    await screen.findByRole('combobox', { name: 'Printer' })
    await view.user.click(within(list).getByRole('checkbox', { name: 'B000000101' }))
    const count = within(list).getByRole('textbox', { name: 'Labels of B000000102' })
    await view.user.clear(count)
    await view.user.type(count, '2')
    await view.command('print')
    await result('Labels Printed')
    expect(printedLabels(agent)).toBe(7)
    expect(server.asked.filter(({ path }) => path === 'printlabels').at(-1)?.query.barcodeid).toBe(
      'B000000100*5,B000000102*2',
    )
  })
})
