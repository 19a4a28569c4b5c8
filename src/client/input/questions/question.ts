// What a screen asks before it goes on. Each answer is a command, so that it can be pressed, typed and scanned.
import type { DialogAnswer } from '#contract/command-ids.ts'

export interface Answer {
  readonly id: DialogAnswer
  /** Code of its word in the text catalogue. */
  readonly label: string
  readonly look?: 'primary' | 'danger'
  /** Has the focus when the question appears. */
  readonly first?: boolean
}

export interface Question {
  /** Code of its sentence in the text catalogue. */
  readonly code: string
  readonly facts?: Readonly<Record<string, string | number>>
  /** Code of what is said below it, with the same facts. */
  readonly detail?: string
  /** Most careful first. */
  readonly answers: readonly Answer[]
  /** Each is answered by its number, in their order. */
  readonly numbered?: true
}

/** Escape leaves a question without an answer: nothing is done and nothing is lost. */
export type Reply = DialogAnswer | 'dismissed'

/** Shows a question and waits for its answer. */
export type AskPerson = (question: Question) => Promise<Reply>

const yesNo = (first: 'yes' | 'no', look: 'primary' | 'danger'): readonly Answer[] => [
  { id: 'no', label: 'no', first: first === 'no' },
  { id: 'yes', label: 'yes', look, first: first === 'yes' },
]

/** A changed quantity can be changed back, so that Yes, the usual answer, has the focus. */
export function questionOfChange(code: string, x: number, y: number): Question {
  return {
    code,
    facts: { x, y },
    answers: yesNo('yes', 'primary'),
  }
}

/** Something that cannot be taken back: No has the focus. */
export function questionOfEnd(code: string, facts: Question['facts'] = {}): Question {
  return {
    code,
    facts,
    answers: yesNo('no', 'danger'),
  }
}

/** A line that would be saved with nothing on it. */
export function questionOfZero(code: string): Question {
  return {
    code,
    answers: [
      { id: 'save', label: 'answer.save', first: true },
      { id: 'delete', label: 'answer.delete', look: 'danger' },
    ],
  }
}

/** Something to take note of. */
export function noteOf(code: string, facts: Question['facts'] = {}): Question {
  return {
    code,
    facts,
    answers: [{ id: 'continue', label: 'ok', look: 'primary', first: true }],
  }
}

/** The pickup location of part 2 section 2.3: who picks up where, and where this is. */
export function questionOfPickup(facts: {
  readonly grower: string
  readonly pickup: string
  readonly here: string
}): Question {
  return {
    code: 'pickupMismatch',
    facts,
    detail: 'pickupMismatch.detail',
    answers: [
      { id: 'chooseAnother', label: 'answer.chooseAnother', first: true },
      { id: 'continue', label: 'answer.continue', look: 'primary' },
    ],
  }
}
