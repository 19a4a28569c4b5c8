import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseOption } from '#tests/support/choose-option.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

// Lists of several pages, on a screen that shows a whole page.

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
  for (let at = 0; at < 140; at += 1) {
    const number = String(10_000_001 + at)
    server.issuances.set(number, issuanceOf(number, { Status: at < 30 ? 'OPEN' : 'SHIPPED' }))
  }
  vi.stubGlobal('innerHeight', 3000)
})

it('a list whose first page comes from the cache loads its next page', async () => {
  const page = openScreens(server.base, '/Issuance/')
  const choose = async (name: string) =>
    chooseOption(page.user, await screen.findByRole('combobox', { name: 'Status' }), name)
  // The person leaves the list before its second page has arrived.
  const isSecond = () => server.asked.some(({ query }) => query['offset'] === '25')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  server.answer('GET issuance', ({ query }) => (query['offset'] === '25' ? held : undefined))
  await choose('All Issuance')
  expect(await screen.findByText('25 of 140')).toBeVisible()
  await waitFor(() => expect(isSecond()).toBe(true))
  await choose('OPEN')
  expect(await screen.findByText('25 of 30')).toBeVisible()
  release()
  server.answer('GET issuance', undefined)
  await choose('All Issuance')
  expect(await screen.findByText(/^(50|75) of 140$/)).toBeVisible()
  await choose('OPEN')
  expect(await screen.findByText('30 of 30')).toBeVisible()
})
