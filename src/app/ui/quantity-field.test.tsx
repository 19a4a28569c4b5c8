import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { QuantityField } from './quantity-field.tsx'
import { SCAN_READ } from './scan-read.ts'

const committed = vi.fn<(value: string) => void>()

const Ordered = () => {
  const [value, setValue] = useState('40')
  return (
    <QuantityField
      label="Ordered"
      value={value}
      onValue={setValue}
      onCommit={() => committed(field().value)}
    />
  )
}
const field = () => screen.getByRole<HTMLInputElement>('textbox')

const open = async () => {
  const user = userEvent.setup()
  render(<Ordered />)
  await user.click(field())
  field().select()
  return user
}

describe('what is typed replaces the number', () => {
  it('after a second click', async () => {
    const user = await open()
    await user.click(field())
    await user.keyboard('12')
    expect(field()).toHaveValue('12')
  })

  it('but not where a person edits it', async () => {
    const user = await open()
    await user.keyboard('12')
    await user.click(field())
    await user.keyboard('3')
    expect(field()).toHaveValue('123')
  })
})

describe('a character that is no digit', () => {
  it('is not in the field while it may be the first one of a scan, and digits later are a number', async () => {
    const user = await open()
    await user.keyboard('B')
    expect(field()).toHaveValue('40')
    expect(field()).not.toHaveAttribute('aria-invalid', 'true')
    const late = new InputEvent('beforeinput', { data: '7', inputType: 'insertText', cancelable: true })
    Object.defineProperty(late, 'timeStamp', { value: late.timeStamp + 5000 })
    field().dispatchEvent(late)
    expect(late.defaultPrevented).toBe(false)
    await user.keyboard('12')
    expect(field()).toHaveValue('12')
  })

  it('is there with the key that follows: l5 is not 5', async () => {
    const user = await open()
    await user.keyboard('l5')
    expect(field()).toHaveValue('l5')
    expect(field()).toHaveAttribute('aria-invalid', 'true')
    await user.keyboard('0')
    expect(field()).toHaveValue('l50')
  })

  it('is there with Enter, which does not take the number that was there', async () => {
    const user = await open()
    await user.keyboard('x{Enter}')
    expect(field()).toHaveValue('x')
    expect(committed).toHaveBeenCalledOnce()
  })

  it('goes with the focus', async () => {
    const user = await open()
    await user.keyboard('B')
    await user.tab()
    await user.click(field())
    field().select()
    await user.keyboard('5')
    expect(field()).toHaveValue('5')
  })

  it('goes with the scan whose first one it was: the next scan does not bring it back', async () => {
    const user = await open()
    await user.keyboard('Z')
    field().dispatchEvent(new Event(SCAN_READ))
    await user.keyboard('5')
    expect(field()).toHaveValue('5')
  })

  it('stands before the keys that are given back, because they were no scan', async () => {
    await open()
    field().dispatchEvent(
      new InputEvent('beforeinput', { data: 'l', inputType: 'insertText', cancelable: true }),
    )
    fireEvent.input(field(), { target: { value: '55' } })
    expect(field()).toHaveValue('l55')
  })
})
