// Unsaved header changes that are kept while the form is closed.
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { identityAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import { type ContractServer, issuanceOf, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { startTransfers, transferHeader, transferLine } from '#tests/support/transfer-screens.ts'
import { addToHeaderDraft, createHeaderDraftStore, draftOf, readHeaderDraft, sideOf } from './header-draft.ts'

const NUMBER = '10000001'
const HOUR = 60 * 60_000

let server: ContractServer
beforeEach(async () => {
  localStorage.clear()
  server = await startContractServer()
  server.issuances.set(NUMBER, issuanceOf(NUMBER, { Comments: 'gate 3', DocumentVersion: 4 }))
})

const comment = () => screen.getByRole('textbox', { name: 'Comment' })
const openHeader = async () => {
  const page = openScreens(server.base, `/Issuance/Edit/${NUMBER}`)
  await screen.findByText('No lines yet')
  await page.command('editHeader')
  await screen.findByRole('textbox', { name: 'Comment' })
  return page
}
// A comment that was typed and left this many milliseconds ago.
const typedBefore = async (age: number) => {
  const page = await openHeader()
  await page.user.type(comment(), '!')
  page.unmount()
  const at = Date.now() - age
  const key = Object.keys(localStorage).find((each) => each.includes(`draft.pia.header.`)) ?? ''
  const draft = JSON.parse(localStorage.getItem(key) ?? '')
  localStorage.setItem(key, JSON.stringify({ ...draft, at }))
  return formatTime(at)
}

it('a draft shows when it was typed', async () => {
  const time = await typedBefore(2 * HOUR)
  await openHeader()
  expect(comment()).toHaveValue('gate 3!')
  expect(screen.getByText(`Your unsaved changes of ${time} were restored.`)).toBeVisible()
})

it('a draft shows when it was typed, and who has changed its document since', async () => {
  const time = await typedBefore(2 * HOUR)
  const at = new Date(Date.now() - HOUR)
  const changed = { ReferenceNbr: 'PO 7', DocumentVersion: 5, LastChangedBy: 'lena.lead' }
  Object.assign(server.issuances.get(NUMBER)?.header ?? {}, changed, {
    LastChangedDateTime: at.toISOString(),
  })
  await openHeader()
  expect(comment()).toHaveValue('gate 3!')
  expect(screen.getByRole('textbox', { name: 'Ref #' })).toHaveValue('PO 7')
  const draftText = `Your unsaved changes were restored: typed ${time}, before lena.lead changed the document at ${formatTime(at.getTime())}.`
  expect(screen.getByText(draftText)).toBeVisible()
})

it('the draft of a refused change names no other person, because the edited version is unknown', async () => {
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
  Object.assign(server.issuances.get(NUMBER)?.header ?? {}, {
    LastChangedBy: 'lena.lead',
    LastChangedDateTime: new Date(Date.now() - HOUR).toISOString(),
  })
  addToHeaderDraft(issuance, `header.issuance.inventory.WAT.${NUMBER}`, {
    seen: { Comments: 'gate 3' },
    values: { Comments: 'gate 4' },
  })
  await openHeader()
  expect(comment()).toHaveValue('gate 4')
  expect(screen.getByText('Your unsaved changes were restored.')).toBeVisible()
})

it('the draft of two tabs has the older version of the document', () => {
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
  const name = `header.issuance.inventory.WAT.${NUMBER}`
  const [one, other] = [
    createHeaderDraftStore(issuance, name, false),
    createHeaderDraftStore(issuance, name, false),
  ]
  const typed = (field: string, over: string) => ({
    at: Date.now(),
    over,
    fields: { [field]: { seen: '', mine: '1' } },
  })
  one.write(typed('Comments', '4'))
  other.write(typed('ReferenceNbr', '5'))
  expect(readHeaderDraft(name)).toMatchObject({ over: '4', fields: { Comments: {}, ReferenceNbr: {} } })
})

// Another tab with the same header stores this meanwhile.
const typeElsewhere = (name: string, seen: string, mine: string) => {
  const key = `trimline.draft.pia.header.issuance.inventory.WAT.${NUMBER}`
  const stored = JSON.parse(localStorage.getItem(key) ?? '{"fields":{}}')
  const fields = { ...stored.fields, [name]: { seen, mine } }
  localStorage.setItem(key, JSON.stringify({ at: Date.now(), over: '4', fields }))
}

it('a draft keeps the input of two tabs, and a tab that discards removes only its own', async () => {
  const page = await openHeader()
  typeElsewhere('ReferenceNbr', '', 'PO 8')
  await page.user.type(comment(), '!')
  page.unmount()
  const again = await openHeader()
  expect(comment()).toHaveValue('gate 3!')
  expect(screen.getByRole('textbox', { name: 'Ref #' })).toHaveValue('PO 8')
  await again.command('cancelHeader')
  again.unmount()

  const third = await openHeader()
  await third.user.type(comment(), '?')
  typeElsewhere('ReferenceNbr', '', 'PO 9')
  await third.command('cancelHeader')
  third.unmount()
  await openHeader()
  expect(comment()).toHaveValue('gate 3')
  expect(screen.getByRole('textbox', { name: 'Ref #' })).toHaveValue('PO 9')
})

it('the draft of a new document belongs to one tab: another tab starts another document', () => {
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
  const name = 'header.issuance.inventory.WAT.New'
  const [one, other] = [
    createHeaderDraftStore(issuance, name, true),
    createHeaderDraftStore(issuance, name, true),
  ]
  one.write(draftOf({}, { IssueToNbr: 'G1', Comments: 'gate 3' }, null))
  other.write(draftOf({}, { IssueToNbr: 'G2' }, null))
  const kept = () => readHeaderDraft(name)?.fields
  expect(kept()).toEqual({ IssueToNbr: { seen: '', mine: 'G2' } })
  one.write(undefined)
  expect(kept()).toEqual({ IssueToNbr: { seen: '', mine: 'G2' } })
  other.write(undefined)
  expect(kept()).toBeUndefined()
})

describe('the draft of two tabs', () => {
  const name = `header.issuance.inventory.WAT.${NUMBER}`
  const pair = (of = name, isNew = false) => {
    store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups: [] })
    return [createHeaderDraftStore(issuance, of, isNew), createHeaderDraftStore(issuance, of, isNew)] as const
  }
  const kept = (of = name) => {
    const draft = readHeaderDraft(of)
    return draft && sideOf(draft, 'mine')
  }

  it('keeps a field as one tab types it if the other tab has only read it', () => {
    const [one, other] = pair()
    one.write(draftOf({}, { Comments: 'gate' }, null))
    other.read()
    one.write(draftOf({}, { Comments: 'gate 3, ring twice' }, null))
    other.write(draftOf({}, { Comments: 'gate', ReferenceNbr: 'PO 8' }, null))
    expect(kept()).toEqual({ Comments: 'gate 3, ring twice', ReferenceNbr: 'PO 8' })
    other.write(undefined)
    expect(kept()).toEqual({ Comments: 'gate 3, ring twice' })
  })

  it('of a new document keeps all input of the second tab when the first one is saved', () => {
    const name = 'header.issuance.inventory.WAT.New'
    const [one, other] = pair(name, true)
    one.write(draftOf({}, { IssueToNbr: 'G1', Comments: 'gate 3' }, null))
    other.write(draftOf({}, { IssueToNbr: 'G1', Comments: 'gate 4' }, null))
    one.write(undefined)
    expect(kept(name)).toEqual({ IssueToNbr: 'G1', Comments: 'gate 4' })
  })

  it('has one destination, from the tab that changed it last', () => {
    const [one, other] = pair()
    one.write(draftOf({}, { IssueToType: 'NURSERY', IssueToNbr: 'N1', EntityName: 'Nursery 1' }, null))
    other.write(draftOf({}, { IssueToNbr: 'G2', EntityName: 'Grower 2', Comments: 'gate 3' }, null))
    expect(kept()).toEqual({ IssueToNbr: 'G2', EntityName: 'Grower 2', Comments: 'gate 3' })
    const refused = { IssueToType: 'NURSERY', IssueToNbr: 'N3', EntityName: 'Nursery 3', TruckNbr: '7' }
    addToHeaderDraft(issuance, name, { seen: {}, values: refused })
    expect(kept()).toEqual({ IssueToNbr: 'G2', EntityName: 'Grower 2', Comments: 'gate 3', TruckNbr: '7' })
  })
})

it('a draft is deleted after seven days', async () => {
  await typedBefore(7 * 24 * HOUR)
  await openHeader()
  expect(comment()).toHaveValue('gate 3')
  expect(screen.queryByText(/unsaved changes/)).toBeNull()
})

it("a temperature's draft keeps the saved value that it replaces, even after a reload", async () => {
  const transfers = await startTransfers()
  const open = async () => {
    const page = openScreens(transfers.base, '/ReceiveInventory/20000001')
    return { page, field: await screen.findByRole('textbox', { name: 'Receive Temp' }) }
  }
  const before = await open()
  await before.page.user.clear(before.field)
  await before.page.user.type(before.field, '7')
  before.page.unmount()
  transfers.answer('GET transfers/:id', () => ({
    TransferHeader: transferHeader('20000001', { ReceiptPlantTemperature: '5' }),
    TransferLines: [transferLine('B000000001', 1)],
  }))
  const { page, field } = await open()
  expect(field).toHaveValue('7')
  await page.user.type(field, '{Enter}')
  await page.says(
    'Receive Temp: someone else saved 5 °C. You have 7 °C. Enter saves yours, Esc keeps the other.',
  )
  expect(transfers.posts()).toEqual([])
  expect(field).toHaveValue('7')
})
