import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

let server: ContractServer
const texts: unknown[] = []
beforeEach(async () => {
  server = await startContractServer()
  texts.length = 0
  server.answer('GET paperletters', ({ query }) => {
    texts.push(query.text)
    return { Missing: String(query.text).includes('꧅') ? ['꧅'] : [] }
  })
  server.answer('POST maintenance/:id', ({ body }) => ({
    Record: { Key: '77', Active: true, Version: 1, Values: body.Values, ChangedBy: 'pia', ChangedAt: '' },
  }))
})
const open = () =>
  openScreens(server.base, '/Maintenance/trimTypes/New', {
    admin: true,
    extensions: ['printing', 'printers', 'maintenance'],
  })

it('letters missing on paper are shown after the name is entered, and the name is saved unchanged', async () => {
  const { user, address } = open()
  await user.type(await screen.findByRole('textbox', { name: /^ID/ }), '77')
  await user.type(screen.getByRole('textbox', { name: /^Trim Type/ }), 'Łódź ꧅')
  expect(texts).toEqual([])
  await user.tab()
  expect(
    await screen.findByText(/^Labels and reports cannot show this letter.*: ꧅\. The name is kept/),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Create/ }))
  await waitFor(() => expect(address()).toBe('/Maintenance/trimTypes'))
  expect(server.posts().at(-1)?.body).toMatchObject({ Values: { TrimType: 'Łódź ꧅' } })
})

it('a name in supported scripts causes no request', async () => {
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: /^Trim Type/ }), 'Łódź Ягода Ελιά “No. 5”')
  await user.tab()
  expect(texts).toEqual([])
  expect(screen.queryByText(/cannot show/)).toBeNull()
})
