import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

// The code of lists is loaded with the first focus: earlier input must not be lost.
const options = ['Albion', 'Monterey', 'San Andreas', 'Sensation'].map((label) => ({ value: label, label }))

it.each([
  [
    'letters',
    'Monterey',
    (field: HTMLElement) => {
      fireEvent.input(field, { data: 'm', target: { value: 'm' } })
      fireEvent.input(field, { data: 'o', target: { value: 'o' } })
    },
  ],
  ['an arrow key', 'Albion', (field: HTMLElement) => fireEvent.keyDown(field, { key: 'ArrowDown' })],
])('%s during the first focus open the list', async (_, wanted, act) => {
  vi.resetModules()
  const { SelectField: Fresh } = await import('./select-field.tsx')
  render(<Fresh label="Variety" options={options} value="" onValue={() => undefined} />)
  const field = screen.getByRole('combobox', { name: 'Variety' })
  fireEvent.focus(field)
  act(field)
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(await screen.findByRole('listbox')).toBeVisible()
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  await waitFor(() => expect(active()).toHaveTextContent(wanted))
})
