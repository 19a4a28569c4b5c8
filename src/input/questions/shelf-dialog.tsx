// Asks which shelf of a barcode to use: by number, name, or a scan of the shelf.
import { useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { RunOutcome } from '#core/commands/command.ts'
import { sayCount } from '#text/numbers.ts'
import { say } from '#text/say.ts'
import { outcomeOf } from '../engine/outcomes.ts'
import { useDialogAnswers } from '../engine/use-command-ports.ts'
import { AnswerList } from './answer-list.tsx'
import { textOfScan } from './text-of-scan.ts'
import { useQuestionQueue } from './use-question-queue.ts'
import './reason.css'

/** A shelf with plants of a barcode; `n` is the number of whole plants. */
export interface ShelfOption {
  readonly id: string
  readonly name: string
  readonly n: number
}

export interface ShelfQuestion {
  readonly barcode: string
  /** The quantity given before the question, in whole plants. */
  readonly quantity?: number
  readonly shelves: readonly ShelfOption[]
  /** The shelf that Enter chooses; undefined: the person must name one. */
  readonly usual?: string
}

/** Asks for one of the shelves; null if the person or `signal` closed the dialog. */
export type AskShelf = (question: ShelfQuestion, signal?: AbortSignal) => Promise<ShelfOption | null>

/** `ask` shows the dialog and resolves with a shelf. The caller must render `dialog`. */
export function useShelfDialog(): {
  readonly ask: AskShelf
  readonly dialog: React.ReactNode
} {
  const { ask, first } = useQuestionQueue<ShelfQuestion, ShelfOption | null>(null)
  return {
    ask,
    dialog: first ? <ShelfDialog key={first.number} {...first.question} answer={first.answer} /> : null,
  }
}

const ShelfDialog = ({
  barcode,
  quantity,
  shelves,
  usual,
  answer,
}: ShelfQuestion & { readonly answer: (chosen: ShelfOption | null) => void }) => {
  const [typed, setTyped] = useState('')
  const [selection, setSelection] = useState<{ readonly id: string; readonly typed: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const found = findShelves(shelves, typed)
  const onlyMatch = typed.trim() !== '' && found.length === 1 ? found[0]?.id : undefined
  const chosenId =
    selection?.typed === typed ? selection.id : (onlyMatch ?? (typed === '' ? usual : undefined))
  const chosen = shelves.find(({ id }) => id === chosenId)
  const confirm = (): RunOutcome => {
    if (!chosen) return outcomeOf('error', 'shelf.notChosen', { barcode })
    answer(chosen)
    return undefined
  }
  const choose = (shelf: ShelfOption | undefined, text: string): RunOutcome => {
    if (!shelf) return outcomeOf('error', 'shelf.notOfBarcode', { shelf: text, barcode })
    answer(shelf)
    return outcomeOf('ok', 'shelf.chosen', { shelf: shelf.name })
  }
  useDialogAnswers(
    {
      yes: confirm,
      no: () => {
        answer(null)
        return undefined
      },
    },
    {
      choose: (number) => choose(shelves[number - 1], String(number)),
      // A number before a barcode is its quantity, even if the question has just appeared.
      takeDigits: () => {
        const digits = field.current?.value ?? ''
        if (!/^[0-9]+$/.test(digits)) return ''
        setTyped('')
        return digits
      },
      handleScan: (candidate) => {
        const text = textOfScan(candidate)
        if (text === undefined || candidate.kind === 'barcode') return undefined
        return () => choose(findShelf(shelves, text), text)
      },
    },
  )

  return (
    <Dialog
      open
      kind="alert"
      title={say('shelf.which', { barcode, n: shelves.length })}
      onClose={() => answer(null)}
      actions={
        <>
          <Button size="large" onClick={() => answer(null)}>
            {say('documents.cancel')}
          </Button>
          <Button
            size="large"
            look="primary"
            reason={chosen === undefined ? say('shelf.notChosen', { barcode }) : undefined}
            onClick={confirm}
          >
            {chosen ? say('shelf.take', { shelf: chosen.name }) : say('reason.confirm')}
          </Button>
        </>
      }
    >
      {quantity !== undefined && (
        <p className="reason-about">{say('reason.about', { barcode, n: quantity })}</p>
      )}
      <div className="layout-list">
        <AnswerList
          field={field}
          label={say('column.shelf')}
          hint={say('shelf.hint')}
          options={shelves}
          find={(text) => findShelves(shelves, text)}
          chosen={chosen}
          typed={typed}
          onType={setTyped}
          onChoose={({ id }) => setSelection({ id, typed })}
          onEnter={confirm}
          renderOption={({ name, n }) => (
            <>
              <strong>{name}</strong> {sayCount(n)}
            </>
          )}
          emptyText={say('shelf.notOfBarcode', { shelf: typed.trim(), barcode })}
        />
      </div>
    </Dialog>
  )
}

const normalize = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

// The shelves that match a text: by name ('f06' is F-06), number in the list, or start of the name.
function findShelves(shelves: readonly ShelfOption[], typed: string): readonly ShelfOption[] {
  const text = normalize(typed)
  if (text === '') return shelves
  const exactMatch = shelves.filter(({ name }) => normalize(name) === text)
  if (exactMatch.length > 0) return exactMatch
  if (/^\d+$/.test(text)) return shelves.slice(Number(text) - 1, Number(text))
  return shelves.filter(({ name }) => normalize(name).startsWith(text))
}

// The only matching shelf; undefined if none or several match.
function findShelf(shelves: readonly ShelfOption[], typed: string): ShelfOption | undefined {
  const [found, ...others] = findShelves(shelves, typed)
  return others.length === 0 ? found : undefined
}
