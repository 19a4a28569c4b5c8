import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { chooseOption } from '#tests/support/choose-option.ts'
import { SelectField } from './select-field.tsx'

const options = ['Albion', 'Monterey', 'San Andreas', 'Sensation', 'Ánima'].map((label) => ({
  value: label.slice(0, 3),
  label,
}))
const chosen = vi.fn<(value: string) => void>()
const submitted = vi.fn<() => void>()
const pressedOutside = vi.fn<(key: string) => void>()

const Form = ({ placeholder }: { readonly placeholder?: string }) => {
  const [value, setValue] = useState('')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is around the field
    <div onKeyDown={({ key }) => pressedOutside(key)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted()
        }}
      >
        <SelectField
          label="Variety"
          hint="Of the plants"
          error="Choose one"
          required
          options={options}
          value={value}
          {...(placeholder !== undefined && { placeholder })}
          onValue={(next) => {
            chosen(next)
            setValue(next)
          }}
        />
        <button type="submit">Save</button>
      </form>
    </div>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Variety/ })
const active = () => {
  const id = field().getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.textContent
}
const open = (placeholder?: string) => {
  vi.resetAllMocks()
  render(<Form {...(placeholder !== undefined && { placeholder })} />)
  return userEvent.setup()
}

describe('by mouse', () => {
  it('opens, chooses, closes and keeps the focus', async () => {
    const user = open()
    await chooseOption(user, field(), 'Monterey')
    expect(chosen.mock.calls).toEqual([['Mon']])
    expect(field()).toHaveDisplayValue('Monterey')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field()).toHaveFocus()
    await user.click(field())
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Monterey')
    await user.click(screen.getByRole('button'))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(chosen).toHaveBeenCalledOnce()
  })

  it('clears the value with the placeholder', async () => {
    const user = open('Any')
    await chooseOption(user, field(), 'Albion')
    await chooseOption(user, field(), 'Any')
    expect(chosen.mock.calls).toEqual([['Alb'], ['']])
    expect(field()).toHaveDisplayValue('Any')
  })
})

describe('by keys', () => {
  it('is described by its error and its hint', () => {
    open()
    expect(field()).toHaveAccessibleDescription('Choose one Of the plants')
    expect(field()).toBeInvalid()
    expect(field()).toBeRequired()
  })

  it('moves by arrows, Home and End, and stays within the list', async () => {
    const user = open()
    await user.tab()
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe('Albion')
    await user.keyboard('{ArrowUp}')
    expect(active()).toBe('Albion')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toBe('San Andreas')
    await user.keyboard('{End}{ArrowDown}')
    expect(active()).toBe('Ánima')
    await user.keyboard('{Home}')
    expect(active()).toBe('Albion')
    expect(chosen).not.toHaveBeenCalled()
  })

  it.each(['{Enter}', ' '])('%s chooses and does not submit the form', async (key) => {
    const user = open()
    await user.tab()
    await user.keyboard(`{ArrowDown}{ArrowDown}${key}`)
    expect(chosen.mock.calls).toEqual([['Mon']])
    expect(submitted).not.toHaveBeenCalled()
    expect(field()).toHaveFocus()
  })

  it('does not submit the form with Enter while closed, and passes the key to the form’s handler', async () => {
    const user = open()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(submitted).not.toHaveBeenCalled()
    expect(pressedOutside.mock.calls).toEqual([['Enter']])
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('closes with Escape without passing it on', async () => {
    const user = open()
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowDown}{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field()).toHaveFocus()
    expect(chosen).not.toHaveBeenCalled()
    expect(pressedOutside).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(pressedOutside.mock.calls).toEqual([['Escape']])
  })

  it('chooses with Ctrl+Enter, which the form also receives', async () => {
    const user = open()
    await user.tab()
    await user.keyboard('mo')
    pressedOutside.mockClear()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(chosen.mock.calls).toEqual([['Mon']])
    expect(pressedOutside).toHaveBeenCalledWith('Enter')
  })

  it('opens with Alt and an arrow', async () => {
    const user = open()
    await user.tab()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(await screen.findByRole('listbox')).toBeVisible()
  })

  it('chooses with Tab, which moves the focus on', async () => {
    const user = open()
    await user.tab()
    await user.keyboard('{End}{ArrowUp}{Tab}')
    expect(chosen.mock.calls).toEqual([['Sen']])
    expect(screen.getByRole('button')).toHaveFocus()
  })

  it.each([
    ['se', 'Sensation'],
    ['s', 'San Andreas'],
    ['a', 'Albion'],
    ['san a', 'San Andreas'],
    ['ANI', 'Ánima'],
  ])('moves to the option that begins with %s', async (letters, label) => {
    const user = open()
    await user.tab()
    await user.keyboard(`${letters}{Enter}`)
    expect(field()).toHaveDisplayValue(label)
  })

  it('moves to the next option when the same letter is repeated', async () => {
    const user = open()
    await user.tab()
    for (const label of ['San Andreas', 'Sensation', 'San Andreas']) {
      await user.keyboard('s')
      await waitFor(() => expect(active()).toBe(label))
    }
  })

  it('chooses nothing for letters that no option begins with', async () => {
    const user = open()
    await user.tab()
    await user.keyboard('{ArrowDown}mx{Enter}')
    expect(chosen).not.toHaveBeenCalled()
    expect(field()).toHaveDisplayValue('')
  })

  it('opens the list for a letter, without choosing', async () => {
    const user = open()
    await user.tab()
    await user.keyboard('m')
    expect(await screen.findByRole('listbox')).toBeInTheDocument()
    expect(active()).toBe('Monterey')
    expect(chosen).not.toHaveBeenCalled()
  })

  it('moves to the typed option after a second click on the field', async () => {
    const user = open()
    await chooseOption(user, field(), 'Monterey')
    // The second click puts the caret into the label.
    await user.pointer([{ target: field(), offset: 3, keys: '[MouseLeft]' }])
    await user.pointer([{ target: field(), offset: 3, keys: '[MouseLeft]' }])
    await user.keyboard('se{Enter}')
    expect(field()).toHaveDisplayValue('Sensation')
  })

  it('does not treat the label’s letters as typed ones', async () => {
    const user = open()
    await chooseOption(user, field(), 'Monterey')
    await user.keyboard('mo{Enter}')
    expect(field()).toHaveDisplayValue('Monterey')
  })

  it.each(['{Backspace}', '{Delete}'])('%s starts a new text', async (key) => {
    const user = open()
    await chooseOption(user, field(), 'Monterey')
    await user.pointer([{ target: field(), offset: 3, keys: '[MouseLeft]' }])
    await user.keyboard(`a${key}se{Enter}`)
    expect(field()).toHaveDisplayValue('Sensation')
    await user.pointer([{ target: field(), offset: 3, keys: '[MouseLeft]' }])
    await user.keyboard(`${key}{Enter}`)
    expect(field()).toHaveDisplayValue('Sensation')
  })

  it('reads the text of an input method once it is complete', async () => {
    const user = open()
    await chooseOption(user, field(), 'Monterey')
    const input = field()
    fireEvent.compositionStart(input)
    for (const data of ['s', 'se']) {
      const event = new InputEvent('input', {
        data,
        inputType: 'insertCompositionText',
        isComposing: true,
        bubbles: true,
      })
      setNatively(input, data)
      fireEvent(input, event)
      // During composition only the input method changes the text.
      expect(input).toHaveDisplayValue(data)
    }
    fireEvent.compositionEnd(input, { data: 'se' })
    expect(input).toHaveDisplayValue('Monterey')
    await user.keyboard('{Enter}')
    expect(input).toHaveDisplayValue('Sensation')
  })
})

const setNatively = (input: HTMLInputElement, value: string) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
}
