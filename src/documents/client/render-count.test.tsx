// Counts React commits for a scan, because layout is most of a slow handheld's work. Frames are simulated.
import { act, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushRendering } from '#app/state/use-batched-store.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { lineOf, openScreens } from '#tests/support/document-screens.tsx'

const FIRST = 'B000000001'
const SECOND = 'B000000002'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  const lines = [FIRST, SECOND].map((BarcodeID) => ({ BarcodeID, Qty: 40 }))
  server.issuances.set('10000001', issuanceOf('10000001', {}, lines))
})
afterEach(() => void vi.restoreAllMocks())

// Holds all rendering until the test runs a frame.
const holdFrames = () => {
  const start = setTimeout.bind(window)
  const ask = requestAnimationFrame.bind(window)
  const held = (run: unknown) => run === flushRendering
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    held(run) ? 0 : start(run, ms)) as typeof setTimeout)
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => (held(run) ? 1 : ask(run)))
}
const frame = () => act(async () => flushRendering())

it('renders a scan once with its line, and once with its reply', async () => {
  let commits = 0
  const onRender = () => {
    commits += 1
  }
  const page = openScreens(server.base, '/Issuance/Grower/10000001', {
    wrap: (app) => (
      <Profiler id="app" onRender={onRender}>
        {app}
      </Profiler>
    ),
  })
  await lineOf(FIRST)
  page.scan(FIRST)
  await page.says(`${FIRST}: picked 40 of 40.`)
  const lastCode = () => page.entries().at(-1)?.code

  holdFrames()
  await frame()
  const release = server.hold('POST issuance')
  const before = commits
  const previousCode = lastCode()
  page.scan(SECOND)
  await waitFor(() => expect(lastCode()).not.toBe(previousCode))
  expect(page.outcome()).toBe(`${FIRST}: picked 40 of 40.`)
  expect(screen.getByText('1 of 2 lines')).toBeVisible()
  await frame()
  expect(page.outcome()).toBe(`${SECOND}: 40 saved on this device.`)
  expect(screen.getByText('2 of 2 lines')).toBeVisible()

  const savedCode = lastCode()
  release()
  await waitFor(() => expect(lastCode()).not.toBe(savedCode))
  expect(page.outcome()).toBe(`${SECOND}: 40 saved on this device.`)
  await frame()
  expect(page.outcome()).toBe(`${SECOND}: picked 40 of 40.`)
  // These two, and one of the list after it measured its rows.
  expect(commits - before).toBeLessThanOrEqual(3)
})
