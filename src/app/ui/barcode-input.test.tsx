import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { BarcodeInput } from './barcode-input.tsx'

const Place = () => {
  const [text, setText] = useState('')
  return <BarcodeInput value={text} onValue={setText} />
}

it.each([
  ['Barcode: b125000042', 'B125000042'],
  ['  B125000042\n', 'B125000042'],
  ['B125000042 (B125000042)', 'B125000042'],
])('takes the barcode out of the pasted text "%s"', async (pasted, barcode) => {
  render(<Place />)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste(pasted)
  expect(screen.getByRole('textbox')).toHaveValue(barcode)
})

it.each(['B125000042 B125000043', 'B1250000421', 'nothing'])(
  'rejects the pasted text "%s" with an error',
  async (pasted) => {
    render(<Place />)
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.paste(pasted)
    expect(screen.getByRole('textbox')).toHaveValue('')
    expect(screen.getByRole('alert')).toHaveTextContent('The pasted text has none, or several. Type it.')
    await userEvent.keyboard('B1')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)
