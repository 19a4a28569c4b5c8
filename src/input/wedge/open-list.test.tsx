import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { SelectField } from '#app/ui/select-field.tsx'
import { createKeyboardUser } from '#tests/support/scanner.ts'
import { listenForScans } from './wedge.ts'

const options = ['Albion', 'Monterey', 'Sensation'].map((label) => ({ value: label, label }))
const chosen = vi.fn<(value: string) => void>()

const Variety = () => {
  const [value, setValue] = useState('')
  return (
    <SelectField
      label="Variety"
      options={options}
      value={value}
      onValue={(next) => {
        chosen(next)
        setValue(next)
      }}
    />
  )
}

it.each([true, false])('reads a scan and chooses nothing; list open: %s', async (isOpen) => {
  const scans: string[] = []
  const stop = listenForScans(window, { onScan: ({ text }) => scans.push(text) })
  const user = userEvent.setup()
  render(<Variety />)
  const field = screen.getByRole('combobox', { name: 'Variety' })
  await user.tab()
  if (isOpen) {
    await user.click(field)
    await screen.findByRole('listbox')
  }
  act(() => createKeyboardUser(window).scan('S123456789'))
  expect(scans).toEqual(['S123456789'])
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(chosen).not.toHaveBeenCalled()
  expect(field).toHaveDisplayValue('')
  expect(field).toHaveFocus()
  await user.click(field)
  const active = field.getAttribute('aria-activedescendant') ?? ''
  expect((await screen.findByRole('listbox')).querySelector(`[id="${active}"]`)).toHaveTextContent('Albion')
  stop()
})
