// The header facts of a terminal, edited in place.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  type ContractServer,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
beforeEach(async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width') }))
  server = await startContractServer()
  server.issuances.set('10000001', issuanceOf('10000001', {}, [{ BarcodeID: 'B000000001' }]))
})

const facts = () => screen.queryByRole('region', { name: 'Details' })
const comment = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Comment' })
const isInForm = () => document.activeElement?.closest('.header-form') !== null

// Opens the form in the place of the facts, changes the comment, and saves it by a command.
const openAndChange = async () => {
  const page = openScreens(server.base, '/Issuance/Edit/10000001')
  await screen.findByRole('row', { name: 'B000000001' })
  const place = facts()?.parentElement
  await page.command('editHeader')
  await waitFor(() => expect(isInForm()).toBe(true))
  expect(facts()).toBeNull()
  expect(place?.querySelector('.header-form')).not.toBeNull()
  await page.user.type(comment(), 'two pallets')
  await page.command('saveHeader')
  return page
}

it('keeps input and focus after a refusal, and is saved by a later attempt', async () => {
  server.answer('POST issuance', () => problemAnswer('state_conflict', 'The season is closed'))
  const page = await openAndChange()
  await waitFor(() => expect(page.outcome()).toMatch(/^Failed to Create\/Update Issuance Header/))
  expect(comment()).toHaveValue('two pallets')
  expect(isInForm()).toBe(true)
  // The form does not hide the lines.
  expect(screen.getByRole('row', { name: 'B000000001' })).toBeVisible()
  server.answer('POST issuance', undefined)
  await page.command('acknowledge')
  await page.command('saveHeader')
  await waitFor(() => expect(facts()).toHaveTextContent('two pallets'))
  expect(screen.getByRole('heading', { name: 'Issuance 10000001' })).toHaveFocus()
  expect(new Set(server.posts().map(({ key }) => key)).size).toBe(2)
})

it.each(['unavailable', 'malformed_request'] as const)(
  'is kept on this device after the reply %s',
  async (problem) => {
    server.answer('POST issuance', () => problemAnswer(problem))
    const page = await openAndChange()
    await waitFor(() => expect(page.outcome()).toMatch(/on this device/))
    await waitFor(() => expect(facts()).toHaveTextContent('two pallets'))
  },
)
