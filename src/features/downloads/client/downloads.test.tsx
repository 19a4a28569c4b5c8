import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type SignInService, signInServiceAtom } from '#app/api/sign-in.ts'
import { store } from '#app/state/store.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { actAsHandheld } from '#tests/support/handheld.ts'

let server: ContractServer
let saved: string[]
beforeEach(async () => {
  server = await startContractServer()
  const tokens = { get: async () => 'token', replace: async () => undefined }
  store.set(signInServiceAtom, { tokens } as unknown as SignInService)
  server.answer(
    'GET export/:id',
    () => new Response('Number\r\n', { headers: { 'content-type': 'text/csv' } }),
  )
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  URL.createObjectURL = () => 'blob:file'
})

const download = () => screen.getByRole('button', { name: 'Download Movements' })
const enter = (label: string, day: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label)
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: day } })
  fireEvent.blur(field)
  return field
}
const asked = () => server.asked.filter(({ path }) => path === 'export/movements').map(({ query }) => query)

it('downloads the movements of whole days, and names the file after them', async () => {
  const page = openScreens(server.base, '/Downloads/')
  await screen.findByText('Movements')
  enter('First day', '2026-03-01')
  enter('Last day', '2026-03-31')
  await page.user.click(download())
  await waitFor(() => expect(saved).toEqual(['movements-2026-03-01-to-2026-03-31.csv']))
  expect(asked()).toEqual([
    {
      separator: 'comma',
      since: new Date(2026, 2, 1).toISOString(),
      before: new Date(2026, 3, 1).toISOString(),
    },
  ])
})

it('downloads all movements without days; a last day alone includes that whole day', async () => {
  const page = openScreens(server.base, '/Downloads/')
  await screen.findByText('Movements')
  await page.user.click(download())
  await waitFor(() => expect(saved).toHaveLength(1))
  enter('Last day', '2026-03-31')
  await page.user.click(download())
  await waitFor(() => expect(saved[1]).toBe('movements-2026-03-31.csv'))
  expect(asked()).toEqual([
    { separator: 'comma' },
    { separator: 'comma', before: new Date(2026, 3, 1).toISOString() },
  ])
})

it('replaces an older refusal in the strip when a file is saved', async () => {
  const page = openScreens(server.base, '/Downloads/')
  await screen.findByText('Movements')
  await page.command('ship')
  expect(page.tone()).toBe('error')
  await page.user.click(download())
  await waitFor(() => expect(page.outcome()).toMatch(/^movements-[\d-]+\.csv was downloaded\.$/))
  expect(page.tone()).toBe('ok')
})

it('reports a failed download in the strip, even on another screen', async () => {
  let fail = () => undefined as void
  const failed = new Promise<void>((settle) => {
    fail = settle
  })
  server.answer('GET export/:id', async () => {
    await failed
    return problemAnswer('unavailable')
  })
  const page = openScreens(server.base, '/Downloads/')
  await screen.findByText('Movements')
  await page.user.click(download())
  await waitFor(() => expect(asked()).toHaveLength(1))
  page.goTo('/Issuance/')
  fail()
  await waitFor(() =>
    expect(page.outcome()).toMatch(
      /^movements-[\d-]+\.csv was not downloaded\. The server cannot answer now\./,
    ),
  )
  expect(page.tone()).toBe('error')
  expect(saved).toEqual([])
})

it('reports reversed or incomplete days and downloads nothing', async () => {
  const page = openScreens(server.base, '/Downloads/')
  await screen.findByText('Movements')
  enter('First day', '2026-03-31')
  const last = enter('Last day', '2026-03-01')
  expect(screen.getByRole('alert')).toHaveTextContent('The last day is before the first.')
  await page.user.click(download())
  expect(last).toHaveFocus()
  enter('Last day', 'march')
  expect(screen.getByRole('alert')).toHaveTextContent('Enter day, month and year, or clear the day.')
  await page.user.click(download())
  expect(last).toHaveFocus()
  expect(asked()).toEqual([])
})

it('uses the calendar on a handheld: no soft keyboard, no device picker, and scans wait', async () => {
  actAsHandheld()
  const page = openScreens(server.base, '/Downloads/')
  await screen.findByText('Movements')
  const last = screen.getByLabelText<HTMLInputElement>('Last day')
  expect(last).toHaveAttribute('readonly')
  expect(last).toHaveAccessibleDescription('Empty: up to now')
  await page.user.click(last)
  await screen.findByRole('dialog', { name: 'Last day' })
  page.scan('B000000001')
  expect(page.depth()).toBe(1)
  await page.user.click(screen.getByRole('button', { name: 'Today' }))
  await waitFor(() => expect(page.depth()).toBe(0))
  expect(last).not.toHaveValue('')
  await page.user.click(screen.getByLabelText('First day'))
  await page.user.click(await screen.findByRole('button', { name: 'Today' }))
  await page.user.click(last)
  await page.user.click(await screen.findByRole('button', { name: 'No date' }))
  await page.user.click(download())
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(asked()[0]).toMatchObject({ since: expect.any(String) })
  expect(asked()[0]).not.toHaveProperty('before')
})
