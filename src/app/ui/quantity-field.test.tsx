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

describe('typed text', () => {
  it('replaces the number after a second click', async () => {
    const user = await open()
    await user.click(field())
    await user.keyboard('12')
    expect(field()).toHaveValue('12')
  })

  it('does not replace the number while a person edits it', async () => {
    const user = await open()
    await user.keyboard('12')
    await user.click(field())
    await user.keyboard('3')
    expect(field()).toHaveValue('123')
  })
})

describe('a character that is not a digit', () => {
  it('is held while it may be the first one of a scan, and later digits are a number', async () => {
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

  it('is restored by the next key: l5 is not 5', async () => {
    const user = await open()
    await user.keyboard('l5')
    expect(field()).toHaveValue('l5')
    expect(field()).toHaveAttribute('aria-invalid', 'true')
    await user.keyboard('0')
    expect(field()).toHaveValue('l50')
  })

  it('is restored by Enter, which does not commit the former number', async () => {
    const user = await open()
    await user.keyboard('x{Enter}')
    expect(field()).toHaveValue('x')
    expect(committed).toHaveBeenCalledOnce()
  })

  it('is dropped when the focus leaves', async () => {
    const user = await open()
    await user.keyboard('B')
    await user.tab()
    await user.click(field())
    field().select()
    await user.keyboard('5')
    expect(field()).toHaveValue('5')
  })

  it('is dropped with the scan that it began: the next scan does not restore it', async () => {
    const user = await open()
    await user.keyboard('Z')
    field().dispatchEvent(new Event(SCAN_READ))
    await user.keyboard('5')
    expect(field()).toHaveValue('5')
  })

  it('is placed before keys that the wedge gives back because they were no scan', async () => {
    await open()
    field().dispatchEvent(
      new InputEvent('beforeinput', { data: 'l', inputType: 'insertText', cancelable: true }),
    )
    fireEvent.input(field(), { target: { value: '55' } })
    expect(field()).toHaveValue('l55')
  })
})
