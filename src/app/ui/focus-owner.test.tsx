import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FIRST_FOCUS, FOCUS_HOME, keepFocus } from './focus-owner.ts'
import { TextField } from './text-field.tsx'

let end = () => {}
beforeEach(() => {
  end = keepFocus(window)
})
afterEach(() => end())

// A screen with a focus home, a field that can be removed, and dialogs in sequence.
const Screen = ({ questions = 1 }: { readonly questions?: number }) => {
  const [asked, setAsked] = useState(0)
  const [hasField, setHasField] = useState(true)
  return (
    <main tabIndex={-1}>
      <h1 {...FOCUS_HOME}>Issuance</h1>
      {hasField && <TextField label="Reference" onKeyDown={({ key }) => key === 'F2' && setAsked(1)} />}
      {asked > 0 && (
        <Dialog
          key={asked}
          open
          kind="alert"
          title={`Question ${asked}`}
          onClose={() => setAsked(0)}
          actions={
            <>
              <Button onClick={() => setHasField(false)}>Take it off</Button>
              <Button {...FIRST_FOCUS} onClick={() => setAsked(asked < questions ? asked + 1 : 0)}>
                Yes
              </Button>
            </>
          }
        />
      )}
    </main>
  )
}
const field = () => screen.getByRole('textbox', { name: 'Reference', hidden: true })

describe('a dialog', () => {
  it('focuses its marked answer, keeps the focus inside, and returns it', async () => {
    render(<Screen />)
    const user = userEvent.setup()
    await user.click(field())
    await user.keyboard('{F2}')
    expect(screen.getByRole('button', { name: 'Yes' })).toHaveFocus()
    // A scanned line requests the focus.
    act(() => field().focus())
    expect(screen.getByRole('button', { name: 'Yes' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(field()).toHaveFocus())
  })

  it('returns the focus to its place before the first of several dialogs', async () => {
    render(<Screen questions={3} />)
    const user = userEvent.setup()
    await user.click(field())
    await user.keyboard('{F2}{Enter}{Enter}')
    expect(screen.getByRole('button', { name: 'Yes' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(field()).toHaveFocus())
  })

  it('returns the focus to the dialog below, then to the screen', async () => {
    const questions = (open: number) => (
      <main>
        <h1 {...FOCUS_HOME}>Issuance</h1>
        <TextField label="Reference" />
        {[1, 2].slice(0, open).map((number) => (
          <Dialog
            key={number}
            open
            kind="alert"
            title={`Question ${number}`}
            onClose={() => undefined}
            actions={<Button {...FIRST_FOCUS}>{`Yes ${number}`}</Button>}
          />
        ))}
      </main>
    )
    const view = render(questions(0))
    act(() => field().focus())
    for (const open of [1, 2, 1]) view.rerender(questions(open))
    // Otherwise its keys would not work and it could not be closed.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Yes 1' })).toHaveFocus())
    view.rerender(questions(0))
    await waitFor(() => expect(field()).toHaveFocus())
  })

  it('takes the focus back from a screen below it', async () => {
    // Without a focus trap of its own: after another dialog above it, the library's trap may be off.
    render(
      <>
        <main tabIndex={-1}>
          <TextField label="Reference" />
        </main>
        <div role="dialog" aria-label="Why not?">
          <Button {...FIRST_FOCUS}>OK</Button>
        </div>
      </>,
    )
    for (const below of [screen.getByRole('main'), field()]) {
      act(() => below.focus())
      await waitFor(() => expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus())
    }
  })

  it('moves the focus to the focus home if its former element is gone', async () => {
    render(<Screen />)
    const user = userEvent.setup()
    await user.click(field())
    await user.keyboard('{F2}')
    await user.click(screen.getByRole('button', { name: 'Take it off' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Issuance' })).toHaveFocus())
  })
})

describe('the focus', () => {
  it('moves from a field to the focus home with Escape', async () => {
    render(<Screen />)
    const user = userEvent.setup()
    await user.click(field())
    await user.keyboard('{Escape}')
    expect(screen.getByRole('heading', { name: 'Issuance' })).toHaveFocus()
  })

  it('is never lost: it moves to the focus home if its element is removed or blurred', async () => {
    const view = render(<Screen />)
    field().focus()
    field().blur()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Issuance' })).toHaveFocus())
    field().focus()
    // No other element moves when it is removed: a removed element fires no event.
    await new Promise((resolve) => setTimeout(resolve))
    view.rerender(<main tabIndex={-1}>Setup</main>)
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('is left to the browser if Tab leaves the page', async () => {
    render(<Screen />)
    act(() => field().focus())
    await userEvent.setup().tab()
    expect(document.body).toHaveFocus()
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.body).toHaveFocus()
  })

  it('moves to the sink of touch devices if there is one, also from the screen itself', async () => {
    const sink = document.createElement('input')
    sink.dataset['scanSink'] = ''
    document.body.append(sink)
    render(<Screen />)
    act(() => screen.getByRole('main').focus())
    await waitFor(() => expect(sink).toHaveFocus())
    field().focus()
    await userEvent.setup().keyboard('{Escape}')
    expect(sink).toHaveFocus()
    sink.remove()
  })
})
