import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Combobox } from './combobox.tsx'

const options = ['Albion', 'Monterey', 'San Andreas', 'Sensation'].map((label) => ({ value: label, label }))

const Variety = () => {
  const [value, setValue] = useState('Monterey')
  return (
    <Combobox
      label="Variety"
      options={options}
      value={value}
      onValue={setValue}
      nothingFound="Nothing found"
    />
  )
}
const field = () => screen.getByRole('combobox', { name: 'Variety' })

it('replaces the label with typed text when a command has focused the field', async () => {
  const user = userEvent.setup()
  render(<Variety />)
  act(() => field().focus())
  await user.keyboard('se{Enter}')
  expect(field()).toHaveDisplayValue('Sensation')
})

it.each(['{Escape}', '{Enter}'])('replaces the label with typed text after %s', async (key) => {
  const user = userEvent.setup()
  render(<Variety />)
  await user.click(field())
  await user.keyboard(`${key}se{Enter}`)
  expect(field()).toHaveDisplayValue('Sensation')
})

it('replaces a label that has changed while focused with typed text', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn<(value: string) => void>()
  const view = (value: string) => (
    <Combobox label="Variety" options={options} value={value} onValue={chosen} nothingFound="Nothing found" />
  )
  const { rerender } = render(view('Monterey'))
  act(() => field().focus())
  rerender(view('Albion'))
  await user.keyboard('se{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Sensation')
})
