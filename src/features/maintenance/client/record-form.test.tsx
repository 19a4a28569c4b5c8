// A record's form in two tabs.
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

const KEY = 'trimline.draft.pia.record.varieties.V1'

let server: ContractServer
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  server.answer('GET maintenance/:id', () => ({
    Record: {
      Key: 'V1',
      Active: true,
      Version: 3,
      Values: { Code: 'V1', Descript: 'Darselect', Commodity: 'STRAW', VarietyID: '7' },
      ChangedBy: 'ada.admin',
      ChangedAt: '2026-11-20T10:00:00Z',
    },
    Changes: [],
  }))
})

const open = async () => {
  const page = openScreens(server.base, '/Maintenance/varieties/V1', { admin: true })
  return { page, name: await screen.findByRole<HTMLInputElement>('textbox', { name: /^Description/ }) }
}
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')

it('keeps what another tab has typed into its other fields, and gives up its own only', async () => {
  const { page, name } = await open()
  localStorage.setItem(KEY, JSON.stringify({ version: 2, fields: { VarietyID: '8' } }))
  await page.user.type(name, '!')
  expect(stored()).toEqual({ version: 2, fields: { VarietyID: '8', Descript: 'Darselect!' } })
  await page.command('cancelHeader')
  expect(stored()).toEqual({ version: 2, fields: { VarietyID: '8' } })
})
