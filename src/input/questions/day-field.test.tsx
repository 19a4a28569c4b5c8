import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { today } from '#app/ui/today.ts'
import { type ContractServer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'
import { sayDay } from '#text/dates.ts'
import { DayField } from './picked-day.tsx'

let server: ContractServer
beforeEach(async () => {
  server = await startContractServer()
})

const open = async () => {
  const page = openScreens(server.base, '/Downloads/')
  await screen.findByText('Movements')
  const day = screen.getByLabelText<HTMLInputElement>('First day')
  await page.user.click(day)
  return { page, day }
}
const shown = (day: string) => sayDay(day, { dateStyle: 'medium' })
const focused = (day: string) =>
  waitFor(() => expect(screen.getByLabelText(sayDay(day, { dateStyle: 'full' }))).toHaveFocus())

it('shows a typed day with its month’s name, immediately beside the field, and in the field after blur', async () => {
  const { page, day } = await open()
  expect(day).toHaveAccessibleDescription('Empty: from the beginning')
  await page.user.keyboard('2026/3/1')
  expect(day).toHaveDisplayValue('2026/3/1')
  expect(day).toHaveAccessibleDescription(sayDay('2026-03-01', { dateStyle: 'full' }))
  await page.user.tab()
  expect(day).toHaveDisplayValue(shown('2026-03-01'))
  await page.user.click(day)
  await page.user.keyboard('t')
  await page.user.tab()
  expect(day).toHaveDisplayValue(shown(today()))
})

it('keeps a text that is not a day in the field, and refuses it', async () => {
  const { page, day } = await open()
  await page.user.keyboard('31/31')
  expect(screen.queryByRole('alert')).toBeNull()
  await page.user.tab()
  expect(day).toHaveDisplayValue('31/31')
  expect(screen.getByRole('alert')).toHaveTextContent('Enter day, month and year, or clear the day.')
  await page.user.click(screen.getByRole('button', { name: /^Download Movements/ }))
  expect(day).toHaveFocus()
  expect(server.asked.some(({ path }) => path === 'export/movements')).toBe(false)
})

it.each([
  ['an arrow key', (page: Awaited<ReturnType<typeof open>>['page']) => page.user.keyboard('{ArrowDown}')],
  [
    'its button',
    async (page: Awaited<ReturnType<typeof open>>['page']) =>
      page.user.click(screen.getByRole('button', { name: 'Calendar: First day' })),
  ],
])('%s opens the calendar, which works with keys', async (_, openCalendar) => {
  const { page, day } = await open()
  await page.user.keyboard('2026-03-10')
  await openCalendar(page)
  await screen.findByRole('dialog', { name: 'First day' })
  await focused('2026-03-10')
  await page.user.keyboard('{PageDown}{End}{ArrowDown}')
  await focused('2026-04-18')
  await page.user.keyboard('{Home}{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(day).toHaveFocus())
  expect(day).toHaveDisplayValue(shown('2026-03-10'))
  await page.user.keyboard('{ArrowDown}')
  await focused('2026-03-10')
  await page.user.keyboard('t')
  await focused(today())
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(day).toHaveFocus())
  expect(day).toHaveDisplayValue(shown(today()))
  expect(page.address()).toBe('/Downloads/')
})

it('queues a scan while the calendar is open, and runs it afterwards', async () => {
  const { page } = await open()
  await page.user.keyboard('{ArrowDown}')
  await screen.findByRole('dialog', { name: 'First day' })
  page.scan('B000000001')
  expect(page.depth()).toBe(1)
  page.scan('%T.NO', 1000)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(page.depth()).toBe(0))
  expect(screen.getByLabelText('First day')).toHaveDisplayValue('')
})

it('replaces a day that another person changed during the focus with the typed one', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn<(day: string) => void>()
  const view = (value: string) => (
    <DayField label="Ship date" value={value} onValue={chosen} error={undefined} />
  )
  const { rerender } = render(view('2026-03-01'))
  const day = screen.getByLabelText<HTMLInputElement>('Ship date')
  await user.click(day)
  rerender(view('2026-03-02'))
  await user.keyboard('t')
  expect(chosen).toHaveBeenCalledExactlyOnceWith(today())
})
