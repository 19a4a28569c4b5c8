import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenOptions } from '#tests/support/document-screens.tsx'
import { result } from '#tests/support/document-screens.tsx'
import {
  alert,
  notice,
  type PrintDesk,
  recordOf,
  startAgent,
  startPrintDesk,
  TAG,
  testAgentOptions,
} from '#tests/support/print-desk.ts'

let desk: PrintDesk
beforeEach(async () => {
  desk = await startPrintDesk()
})

describe('when printing fails', () => {
  const printNow = async (options: OpenOptions = {}) => {
    const view = await desk.askToPrint(options)
    await screen.findByRole('combobox', { name: 'Printer' })
    await view.user.keyboard('{Enter}')
    return view
  }

  it('reports that the agent is off, retries, and offers the PDF', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
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
    await waitFor(() => expect(desk.opened).toEqual(['application/pdf']))
    await agent.startAgain()
    expect(agent.received).toEqual([])
  })

  it('opens no empty tab when the server sends no file', async () => {
    desk.server.answer('GET printreport', () => ({ FileData: null }))
    const { user } = await desk.askToPrint()
    await screen.findByText(/^There is no print server/)
    await user.keyboard('{Enter}')
    await result('Unable to print report. The server sent no file. Try again, or ask an administrator.')
    expect(desk.opened).toEqual([])
  })

  it('links to the page of an agent whose certificate may be untrusted', async () => {
    desk.printers(recordOf(1, { PrintServer: 'wss://127.0.0.1' }))
    await printNow()
    const failed = await alert('Unable to print report')
    expect(failed).toHaveTextContent('this browser does not trust its certificate yet')
    expect(screen.getByRole('link', { name: 'Open the page of the agent' })).toHaveAttribute(
      'href',
      'https://127.0.0.1:1/',
    )
  })

  it('names the printer that the agent does not have', async () => {
    const agent = await startAgent({ printers: ['dock'] })
    desk.printers(recordOf(agent.port))
    await printNow()
    expect(await alert('Unable to print report')).toHaveTextContent('has no printer named Dock.')
  })

  it('reports a wrong token, and prints with the right one', async () => {
    const agent = await startAgent({ token: 'green' })
    desk.printers(recordOf(agent.port))
    const { unmount } = await printNow({ printing: { ...testAgentOptions, token: 'brown' } })
    expect(await alert('Unable to print report')).toHaveTextContent('refused the token')
    unmount()
    await printNow({ printing: { ...testAgentOptions, token: 'green' } })
    await result('Submitted 1 copy to printer')
  })

  it('shows the message of the agent', async () => {
    const agent = await startAgent()
    agent.hold()
    desk.printers(recordOf(agent.port))
    const { user } = await printNow()
    const job = await agent.nextJob()
    act(() => job.refuse('Out of paper'))
    expect(await alert('Unable to print report')).toHaveTextContent('refused: Out of paper')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const again = await agent.nextJob()
    act(() => again.refuse(null))
    expect(await alert('Unable to print report')).toHaveTextContent('refused without a reason')
  })

  it('reports an invalid agent address', async () => {
    desk.printers(recordOf(1, { PrintServer: 'two words' }))
    await printNow()
    expect(await alert('Unable to print report')).toHaveTextContent(
      'two words:1 is not the address of a print agent.',
    )
  })

  it('asks whether it printed when the outcome is unknown, and accepts the answer', async () => {
    const agent = await startAgent({ dialect: 'early' })
    agent.hold()
    desk.printers(recordOf(agent.port))
    const { user } = await printNow()
    const job = await agent.nextJob()
    job.finishSilently()
    job.drop()
    await alert(`Did Grower Issuance ${TAG} print?`)
    await user.keyboard('{Enter}')
    await result('Submitted 1 copy to printer')
    expect(agent.received).toHaveLength(1)
  })

  it('prints again under a new id when the user answers that nothing came out', async () => {
    const agent = await startAgent()
    agent.hold()
    desk.printers(recordOf(agent.port))
    const view = await printNow()
    const job = await agent.nextJob()
    job.drop()
    await alert(`Did Grower Issuance ${TAG} print?`)
    view.scan('%T.PRINT.AGAIN')
    const again = await agent.nextJob()
    expect(again.request.id).not.toBe(job.request.id)
    act(() => again.finish())
    await result('Submitted 1 copy to printer')
    expect(agent.printed).toHaveLength(1)
  })

  it('leaves the job open when the question is not answered', async () => {
    const agent = await startAgent()
    agent.hold()
    desk.printers(recordOf(agent.port))
    const { user } = await printNow()
    ;(await agent.nextJob()).drop()
    await alert(`Did Grower Issuance ${TAG} print?`)
    await user.keyboard('{Escape}')
    await result(
      `We do not know if Grower Issuance ${TAG} printed. Look at the printer. The job is in Print jobs.`,
    )
    expect(agent.received).toHaveLength(1)
  })
})
