import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { presenceAtom, publishNews } from '#app/state/live.ts'
import { noticesAtom } from '#app/state/notices.ts'
import { store } from '#app/state/store.ts'
import {
  type ContractServer,
  dumpOf,
  issuanceOf,
  problemAnswer,
  startContractServer,
} from '#tests/support/contract-server.ts'
import { lineOf, notices, openScreens } from '#tests/support/document-screens.tsx'

// The owner of a document: shown, reported once to other people who work on it, and changed by a takeover.

let server: ContractServer
// The page keeps what it has reported about a document, so each test has its own document.
let last = 10000100
let tag: string
beforeEach(async () => {
  server = await startContractServer()
  store.set(presenceAtom, [])
  last += 1
  tag = String(last)
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString()
const owned = (by: string, minutes = 1) => ({ OwnedBy: by, OwnedDateTime: ago(minutes) })
const issuance = (header: object, barcodes = ['B000000001', 'B000000002', 'B000000003']) =>
  server.issuances.set(
    tag,
    issuanceOf(
      tag,
      { ...header },
      barcodes.map((BarcodeID) => ({ BarcodeID, Qty: 40 })),
    ),
  )
const isOwned = (by: string, minutes = 1) =>
  Object.assign(server.issuances.get(tag)?.header ?? {}, owned(by, minutes))
const open = (options: Parameters<typeof openScreens>[2] = {}) =>
  openScreens(server.base, `/Issuance/Grower/${tag}`, options)
const sendUpdate = (more: object = {}) =>
  act(() =>
    publishNews({
      Type: 'change',
      Kind: 'issuance',
      Number: tag,
      Step: 'pick',
      By: 'ravi',
      At: '2026-11-22T10:00:00.000Z',
      Key: '',
      ...more,
    }),
  )
// The server lets pia take over the document.
const letTakeOver = () =>
  server.answer('POST owner', () => {
    isOwned('pia', 0)
    return { OwnedBy: 'pia' }
  })
const workAlongText = /You can help/

describe('a document with another owner', () => {
  it('shows the owner with the time of their last step, which live updates refresh', async () => {
    issuance(owned('ravi', 5))
    open()
    expect(await screen.findByText('ravi is picking this, 5 minutes ago')).toBeVisible()
    isOwned('ravi', 0)
    sendUpdate()
    expect(await screen.findByText('ravi is picking this, just now')).toBeVisible()
    isOwned('lena', 0)
    sendUpdate({ Step: 'takeOver', By: 'lena' })
    expect(await screen.findByText('lena is picking this, just now')).toBeVisible()
  })

  it.each([
    ['without an owner', owned('')],
    ['own, in any spelling', owned('PIA')],
    ['from a server without owners', {}],
  ])('shows no owner if the document is %s', async (_, header) => {
    issuance(header)
    const page = open()
    await lineOf('B000000001')
    expect(screen.queryByText(/is picking this/)).toBeNull()
    expect(screen.queryByRole('button', { name: /Take over/ })).toBeNull()
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    expect(notices().queryByText(workAlongText)).toBeNull()
  })

  it('shows the owner with the words of its kind', async () => {
    server.dumps.set(tag, dumpOf(tag, owned('ravi'), [{ BarcodeID: 'B000000001' }]))
    openScreens(server.base, `/Dump/${tag}`, { keys: ['DUMPHOMEKEY', 'DUMPKEY'] })
    expect(await screen.findByText('ravi is dumping this, 1 minute ago')).toBeVisible()
  })

  it('shows the owner on its row of the list, by initials', async () => {
    issuance(owned('ravi.receiver'))
    openScreens(server.base, '/Issuance')
    const row = (await screen.findByText(tag)).closest('article') as HTMLElement
    expect(within(row).getByTitle('ravi.receiver is picking this')).toHaveTextContent('RR')
    act(() =>
      publishNews({
        Type: 'presence',
        By: 'ravi.receiver',
        Tab: 'a',
        Kind: 'issuance',
        Number: tag,
        Barcode: null,
        Stage: 'detail',
      }),
    )
    // Presence adds nothing to that.
    expect(within(row).queryByTitle('ravi.receiver has it open')).toBeNull()
  })
})

describe("a person who works on another person's document", () => {
  it('is notified once, and can continue', async () => {
    issuance(owned('ravi'))
    const page = open()
    await lineOf('B000000001')
    page.scan('B000000001')
    expect(
      await notices().findByText('ravi is picking this, 1 minute ago. You can help, or take over (!).'),
    ).toBeVisible()
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    // The same sentence would replace the first one.
    act(() => store.set(noticesAtom, []))
    page.scan('B000000002')
    await waitFor(() => expect(page.outcome()).toBe('B000000002: picked 40 of 40.'))
    expect(notices().queryByText(workAlongText)).toBeNull()
    expect(server.posts('issuance')).toHaveLength(2)
    expect(server.posts('owner')).toHaveLength(0)
  })

  it('gets the command barcode on a handheld, which has no keys', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: !query.includes('min-width') }))
    onTestFinished(() => void vi.unstubAllGlobals())
    issuance(owned('ravi'))
    const page = open()
    await screen.findByRole('article', { name: 'B000000001' })
    page.scan('B000000001')
    expect(await notices().findByText(/You can help, or take over \(%T\.TAKE\.OVER\)\.$/)).toBeVisible()
  })

  it('is notified again about a new owner', async () => {
    issuance(owned('ravi'))
    const page = open()
    await lineOf('B000000001')
    page.scan('B000000001')
    await notices().findByText(/^ravi is picking this.*You can help/)
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    isOwned('lena')
    sendUpdate({ Step: 'takeOver', By: 'lena' })
    await screen.findByText(/^lena is picking this, 1 minute ago$/)
    page.scan('B000000002')
    expect(await notices().findByText(/^lena is picking this.*You can help/)).toBeVisible()
  })

  it('is not notified about changes in the editor', async () => {
    issuance(owned('ravi'))
    const page = openScreens(server.base, `/Issuance/Edit/${tag}`)
    const quantity = within(await lineOf('B000000001')).getByRole('textbox')
    await page.user.clear(quantity)
    await page.user.type(quantity, '12{Enter}')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: ordered 12.'))
    expect(notices().queryByText(workAlongText)).toBeNull()
  })
})

describe('a takeover', () => {
  it.each<[string, (page: ReturnType<typeof open>) => Promise<unknown>]>([
    ['by key or palette', (page) => page.command('takeOver')],
    ['by command barcode', async (page) => page.scan('%T.TAKE.OVER')],
    ['by its button', (page) => page.user.click(screen.getByRole('button', { name: /Take over/ }))],
  ])('works %s, and ends the notifications', async (_, take) => {
    issuance(owned('ravi'))
    letTakeOver()
    const page = open()
    await screen.findByText(/^ravi is picking this,/)
    await take(page)
    await waitFor(() => expect(page.outcome()).toBe(`${tag} is yours now. ravi gets a message.`))
    expect(server.posts('owner').map(({ body }) => body)).toEqual([{ Number: tag, Seen: 'ravi' }])
    await waitFor(() => expect(screen.queryByText(/is picking this/)).toBeNull())
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    expect(notices().queryByText(workAlongText)).toBeNull()
    await page.command('takeOver')
    expect(page.outcome()).toBe('This is your work already.')
  })

  it('is refused without an owner, and without the right to the step', async () => {
    issuance(owned(''))
    const page = open()
    await lineOf('B000000001')
    await page.command('takeOver')
    expect(page.outcome()).toMatch(/Nobody has started this/)
    page.unmount()
    isOwned('ravi')
    const other = open({ keys: ['ISSUANCEADMINKEY'] })
    expect(await screen.findByText(/^ravi is picking this,/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Take over/ })).toBeNull()
    await other.command('takeOver')
    expect(other.outcome()).toMatch(/GROWERISSUANCEADMINKEY/)
    expect(server.posts('owner')).toHaveLength(0)
  })

  it('needs the server, reports this, and changes nothing without it', async () => {
    issuance(owned('ravi'))
    letTakeOver()
    const page = open()
    await screen.findByText(/^ravi is picking this,/)
    const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    onTestFinished(() => network.mockRestore())
    await page.command('takeOver')
    await waitFor(() => expect(page.outcome()).toMatch(/^No connection: you cannot take over now/))
    expect(screen.getByText(/^ravi is picking this,/)).toBeVisible()
    expect(server.posts('owner')).toHaveLength(0)
    network.mockRestore()
    await page.command('takeOver')
    await waitFor(() => expect(page.outcome()).toMatch(/is yours now/))
  })

  it("shows the server's refusal", async () => {
    issuance(owned('ravi'))
    server.answer('POST owner', () => problemAnswer('not_found'))
    const page = open()
    await screen.findByText(/^ravi is picking this,/)
    await page.command('takeOver')
    await waitFor(() => expect(page.outcome()).toMatch(/^Not taken over\./))
  })
})

describe('the previous owner after a takeover', () => {
  const taken = () => `lena took over issuance ${tag}. Your entries are safe.`

  it('is notified immediately, keeps the input, and can continue without another notification', async () => {
    issuance(owned('pia'))
    const page = open()
    const typed = within(await lineOf('B000000002')).getByRole('textbox')
    await page.user.clear(typed)
    await page.user.type(typed, '12')
    isOwned('lena')
    sendUpdate({ Step: 'takeOver', By: 'lena' })
    expect(notices().getByText(taken())).toBeVisible()
    expect(await screen.findByText('lena is picking this, 1 minute ago')).toBeVisible()
    expect(typed).toHaveValue('12')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    expect(notices().queryByText(workAlongText)).toBeNull()
  })

  it('is notified on any screen', async () => {
    issuance(owned(''))
    const page = open()
    await lineOf('B000000001')
    page.scan('B000000001')
    await waitFor(() => expect(page.outcome()).toBe('B000000001: picked 40 of 40.'))
    page.unmount()
    openScreens(server.base, '/Issuance')
    await screen.findByText(tag)
    sendUpdate({ Step: 'takeOver', By: 'lena' })
    expect(notices().getByText(taken())).toBeVisible()
  })

  it('is the only person to be notified: a person who only looks is not', async () => {
    issuance(owned('ravi'))
    open()
    await screen.findByText(/^ravi is picking this,/)
    isOwned('lena')
    sendUpdate({ Step: 'takeOver', By: 'lena' })
    expect(await screen.findByText(/^lena is picking this,/)).toBeVisible()
    expect(notices().queryByText(/taken over/)).toBeNull()
  })
})
