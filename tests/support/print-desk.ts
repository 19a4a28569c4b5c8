import { screen, within } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { AgentSocket } from '#app/api/print-agent/print-on-agent.ts'
import { noticesAtom } from '#app/state/notices.ts'
import { store } from '#app/state/store.ts'
import { readBarcodes } from '#core/wire/label-barcodes.ts'
import { type ContractServer, issuanceOf, problemAnswer, startContractServer } from './contract-server.ts'
import { type OpenOptions, openScreens } from './document-screens.tsx'
import { PrintAgent, type PrintAgentOptions } from './print-agent.ts'

// A workstation that prints: a server that makes reports and labels, print agents, and a browser that opens
// PDFs in new tabs.

/** The content of every report. */
export const PDF = Buffer.from('%PDF-1.7').toString('base64')
/** A shipped issuance. */
export const TAG = '10000123'

/** Options of agents: no delay between retries, and long timeouts so that a slow machine loses no agent. */
export const testAgentOptions = {
  timeouts: { answer: 60_000, connection: 60_000, retries: [0, 0], listening: 0 },
  // jsdom's own sockets do not work with the events of the test runner.
  openSocket: (url: string) => new WebSocket(url) as unknown as AgentSocket,
}

export interface PrintDesk {
  readonly server: ContractServer
  /** Sets the print servers of the location. */
  readonly printers: (...records: readonly Record<string, unknown>[]) => void
  /** The media types of the files that were opened in a new tab. */
  readonly opened: readonly string[]
  /** False: the browser blocks new tabs. */
  allowsTabs: boolean
  readonly openDetail: (options?: OpenOptions) => ReturnType<typeof openScreens>
  /** Opens the print dialog of the shipped issuance. */
  readonly askToPrint: (options?: OpenOptions) => Promise<ReturnType<typeof openScreens>>
}

/** Starts a print agent that stops at the end of the test. */
export async function startAgent(options: PrintAgentOptions = {}) {
  const agent = await PrintAgent.start({ printers: ['Dock', 'Office', 'Labels'], ...options })
  onTestFinished(() => agent.stop())
  return agent
}

/** Returns a record of the print server list. */
export function recordOf(port: number, more: Record<string, unknown> = {}) {
  return {
    ID: 1,
    PrintServer: '127.0.0.1',
    Port: port,
    PrintLocation: 'Dock',
    PrinterLocation: 'WAT',
    PrintFormat: 'PDF',
    ...more,
  }
}

export function notice(text: string | RegExp) {
  return within(screen.getByRole('list', { name: 'notices', hidden: true })).findByText(text)
}
export function dialog(name: string | RegExp) {
  return screen.findByRole('dialog', { name })
}
export function alert(name: string | RegExp) {
  return screen.findByRole('alertdialog', { name })
}

const labelsIn = (barcodes: string) =>
  readBarcodes(barcodes)?.reduce((sum, { labels = 1 }) => sum + labels, 0) ?? 0

/** Starts a desk for one test. */
export async function startPrintDesk(): Promise<PrintDesk> {
  store.set(noticesAtom, [])
  const server = await startContractServer()
  server.issuances.set(
    TAG,
    issuanceOf(TAG, { Status: 'SHIPPED' }, [{ BarcodeID: 'B123456789', Status: 'SHIPPED' }]),
  )
  server.issuances.set('10000124', issuanceOf('10000124'))
  server.answer('GET printreport', () => ({ FileData: PDF, Format: 'PDF' }))
  server.answer('GET commandsheet', () => ({ FileData: PDF, Format: 'PDF' }))
  server.answer('GET printlabels', ({ query }) =>
    String(query.barcodeid).startsWith('B000000000')
      ? problemAnswer('not_found')
      : {
          // '10 labels', summed over its barcodes.
          FileData: Buffer.from(`${labelsIn(String(query.barcodeid))} labels`).toString('base64'),
          Format: query.format,
        },
  )
  server.answer('GET labeltemplates', () => ({
    Result: [
      { Id: 'roll', Name: 'Roll', Width: 100, Height: 50, PerPage: 1 },
      { Id: 'a4', Name: 'A4 sheet', Width: 70, Height: 37, PerPage: 24 },
    ],
  }))
  const opened: string[] = []
  const openDetail = (options: OpenOptions = {}) =>
    openScreens(server.base, `/Issuance/Grower/${TAG}`, { printing: testAgentOptions, ...options })
  const desk: PrintDesk = {
    server,
    printers: (...records) =>
      server.answer('GET printservers', () => ({ Records: records, TotalRowCount: records.length })),
    opened,
    allowsTabs: true,
    openDetail,
    askToPrint: async (options) => {
      const view = openDetail(options)
      await screen.findByRole('button', { name: /^Print/ })
      await view.command('print')
      await dialog('Print Grower Issuance')
      return view
    },
  }
  // Adds the browser functions that jsdom lacks.
  const blobs = new Map<string, Blob>()
  URL.createObjectURL = (blob: Blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob)
    return url
  }
  URL.revokeObjectURL = (url) => void blobs.delete(url)
  window.open = (url) => {
    if (!desk.allowsTabs) return null
    opened.push(`${blobs.get(String(url))?.type}`)
    return window
  }
  return desk
}
