import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { TextArea, TextField } from './text-field.tsx'

const fields = [
  ['one line', TextField],
  ['several lines', TextArea],
] as const

const show = (Of: typeof TextField | typeof TextArea, first = '') => {
  const Form = () => {
    const [value, setValue] = useState(first)
    return <Of label="Ref #" maxLength={10} value={value} onValue={setValue} />
  }
  render(<Form />)
  return screen.getByRole<HTMLInputElement>('textbox')
}

it.each(fields)(
  'rejects a pasted text that is too long for %s with an error, and does not cut it',
  async (_, Of) => {
    const field = show(Of, 'PO 7')
    await userEvent.click(field)
    await userEvent.paste('10000912')
    expect(field).toHaveValue('PO 7')
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The pasted text has 8 characters, 6 more fit here. Nothing was changed.',
    )
    await userEvent.type(field, '!')
    expect(field).toHaveValue('PO 7!')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

it.each(fields)('inserts into %s a pasted text that fits in place of the selection', async (_, Of) => {
  const field = show(Of, 'PO 7')
  await userEvent.click(field)
  field.setSelectionRange(0, 4)
  await userEvent.paste('0123456789')
  expect(field).toHaveValue('0123456789')
  expect(screen.queryByRole('alert')).toBeNull()
})
