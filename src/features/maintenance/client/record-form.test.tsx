// Tests input in a record form during changes by another tab, by another user, and during its own save.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'
import { chooseOption } from '#tests/support/choose-option.ts'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

const KEY = 'trimline.draft.pia.record.varieties.V1'
const V1 = {
  Key: 'V1',
  Active: true,
  Version: 3,
  Values: { Code: 'V1', Descript: 'Darselect', Commodity: 'STRAW', VarietyID: '7' },
  ChangedBy: 'ada.admin',
  ChangedAt: '2026-11-20T10:00:00Z',
}

let server: ContractServer
let record: typeof V1
// Saves are answered when this resolves.
let saveBarrier: Promise<void>
let sentBodies: { readonly Version: number; readonly Values: typeof V1.Values }[]
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  record = V1
  sentBodies = []
  saveBarrier = Promise.resolve()
  server.answer('GET maintenance/:id', () => ({ Record: record, Changes: [] }))
  server.answer('POST maintenance/:id', async ({ body }) => {
    sentBodies.push(body)
    await saveBarrier
    if (body.Key !== null && body.Version !== record.Version) {
      const refusal = { code: 'recordChanged', facts: { by: record.ChangedBy } }
      const problem = makeProblem('state_conflict', '', { state: { refusal, record } })
      return new Response(JSON.stringify(problem), {
        status: 409,
        headers: { 'content-type': PROBLEM_MEDIA_TYPE },
      })
    }
    record = {
      ...record,
      Key: body.Values.Code,
      Version: record.Version + 1,
      Values: body.Values,
      ChangedBy: 'pia',
    }
    return { Record: record }
  })
})

const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Description/ })
const open = async (key = 'V1') => {
  const page = openScreens(server.base, `/Maintenance/varieties/${key}`, { admin: true })
  return { page, name: await name() }
}
const holdSave = () => {
  let release = () => {}
  saveBarrier = new Promise((resolve) => {
    release = resolve
  })
  return release
}
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')

it('keeps the other fields of another tab’s draft, and drops only its own field on Cancel', async () => {
  const { page, name } = await open()
  localStorage.setItem(KEY, JSON.stringify({ version: 2, fields: { VarietyID: '8' } }))
  await page.user.type(name, '!')
  expect(stored()).toEqual({ version: 2, fields: { VarietyID: '8', Descript: 'Darselect!' } })
  await page.command('cancelHeader')
  expect(stored()).toEqual({ version: 2, fields: { VarietyID: '8' } })
})

it('does not overwrite an untouched field that another user changed', async () => {
  const { page, name } = await open()
  await page.user.type(name, '!')
  record = { ...V1, Version: 4, Values: { ...V1.Values, VarietyID: '9' } }
  await page.command('saveHeader')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/ada.admin changed this entry/))
  expect(stored()).toEqual({ version: 3, fields: { Descript: 'Darselect!' } })
  await page.command('saveHeader')
  await waitFor(() => expect(sentBodies).toHaveLength(2))
  expect(sentBodies[1]).toMatchObject({ Version: 4, Values: { Descript: 'Darselect!', VarietyID: '9' } })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('uses the other user’s values after the user drops the own input', async () => {
  const { page, name } = await open()
  await page.user.type(name, '!')
  record = { ...V1, Version: 4, Values: { ...V1.Values, Descript: 'Dar', VarietyID: '9' } }
  await page.command('saveHeader')
  await page.user.click(await screen.findByRole('button', { name: /^Use theirs/ }))
  expect(name).toHaveValue('Dar')
  expect(screen.queryByRole('alert')).toBeNull()
  await page.user.type(name, '?')
  await page.command('saveHeader')
  await waitFor(() =>
    expect(sentBodies[1]).toMatchObject({ Version: 4, Values: { Descript: 'Dar?', VarietyID: '9' } }),
  )
})

it('keeps input typed during a save in its focused field, and saves it next', async () => {
  const { page, name } = await open()
  await page.user.type(name, '!')
  const release = holdSave()
  await page.user.click(screen.getByRole('button', { name: /^Save/ }))
  await page.user.type(name, '?')
  release()
  await waitFor(() => expect(stored()).toEqual({ version: 4, fields: { Descript: 'Darselect!?' } }))
  await page.says('V1 was saved.')
  await page.user.keyboard('+')
  expect(name).toBeInTheDocument()
  expect(name).toHaveValue('Darselect!?+')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/restored/)).toBeNull()
  await page.command('saveHeader')
  await waitFor(() =>
    expect(sentBodies[1]).toMatchObject({ Version: 4, Values: { Descript: 'Darselect!?+' } }),
  )
  await waitFor(() => expect(stored()).toBeNull())
})

it('of a new record opens the saved record with the input typed during the save', async () => {
  const { page, name } = await open('New')
  await page.user.type(screen.getByRole('textbox', { name: /^Code/ }), 'V1')
  await chooseOption(page.user, screen.getByRole('combobox', { name: /^Commodity/ }), 'Strawberry')
  await page.user.type(name, 'Dar')
  const release = holdSave()
  await page.user.click(screen.getByRole('button', { name: /^Create/ }))
  await page.user.type(name, '!')
  release()
  await waitFor(() => expect(page.address()).toBe('/Maintenance/varieties/V1'))
  expect(await screen.findByDisplayValue('Dar!')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
