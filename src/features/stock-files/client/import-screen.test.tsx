// The DOM environment's File cannot be sent by fetch; the File of Node can.
import { File } from 'node:buffer'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  const tokens = { get: async () => 'token', replace: async () => undefined }
  store.set(signInServiceAtom, { tokens } as unknown as SignInService)
  onTestFinished(() => store.set(signInServiceAtom, null))
})

// Opens an import that runs until it is stopped; the first stop request does not reach it.
const openStoppable = (report: Record<string, unknown>) => {
  const stops: (string | undefined)[] = []
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  server.answer('POST maintenance/:id', async ({ path, query }) => {
    if (path.endsWith('/stop')) {
      stops.push(query['import'])
      if (stops.length > 1) end()
      return { Stopping: stops.length > 1 }
    }
    await ended
    const counts = { Rows: 2000, Opened: 1990, Adjusted: 6, Unchanged: 4, Refused: 0, Errors: [] }
    const news = { Type: 'report', Report: { DryRun: false, Stopped: true, ...counts, ...report } }
    return new Response(`${JSON.stringify(news)}\n`)
  })
  const page = openScreens(server.base, '/Maintenance/Import/', { admin: true })
  const file = new File(['1'], 'stock.csv', { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText(/^CSV file/), { target: { files: [file] } })
  return { page, stops }
}

it.each([
  [false, 'Stopped after 2,000 rows. Nothing was changed: the written rows were undone.'],
  [
    true,
    'Stopped after 2,000 rows: 1,990 new, 6 corrected, 4 unchanged, 0 wrong. They stay; the rows after them are not imported. Import the file again for the rest.',
  ],
])('an import can be stopped, and reports which rows remain (%s)', async (Applied, sentence) => {
  const { page, stops } = openStoppable({ Applied })
  await page.command('stopImport')
  await waitFor(() => expect(page.outcome()).toBe('No import is running.'))
  await page.user.click(screen.getByRole('button', { name: /^Check/ }))
  await page.user.click(await screen.findByRole('button', { name: /^Stop/ }))
  expect(await screen.findByText(/^Stopping after the rows/)).toBeVisible()
  await waitFor(() => expect(page.outcome()).toBe(sentence))
  expect(await screen.findByText(sentence, { selector: '.import-summary' })).toBeVisible()
  // The stop is requested again, with the id of the import.
  expect(stops).toHaveLength(2)
  const sent = server.asked.find(({ path }) => path === 'maintenance/import')
  expect(stops).toEqual([sent?.query['import'], sent?.query['import']])
  expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull()
})

it.each([
  ['/Maintenance/Import/', /^CSV file/],
  ['/Maintenance/Labels/', /^Template file/],
])('%s warns that no scan is read while its file dialog is open', async (address, label) => {
  openScreens(server.base, address, { admin: true })
  expect(await screen.findByLabelText(label)).toHaveAccessibleDescription(
    'Scans are not read while the file window is open.',
  )
})
