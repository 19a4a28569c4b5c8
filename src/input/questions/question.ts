// Questions of a screen. Each answer is a command, so that the person can press, type or scan it.
import type { DialogAnswer } from '#core/wire/command-ids.ts'

export interface Answer {
  readonly id: DialogAnswer
  /** Code of its label in the text catalogue. */
  readonly label: string
  readonly look?: 'primary' | 'danger'
  /** Gets the focus when the question appears. */
  readonly first?: boolean
}

export interface Question {
  /** Code of its sentence in the text catalogue. */
  readonly code: string
  readonly facts?: Readonly<Record<string, string | number>>
  /** Code of the text below the sentence, with the same facts. */
  readonly detail?: string
  /** Safest answer first. */
  readonly answers: readonly Answer[]
  /** Each answer can be chosen by its number. */
  readonly numbered?: true
}

/** Escape closes a question without an answer, and nothing changes. */
export type Reply = DialogAnswer | 'dismissed'

/** Shows a question and resolves with its answer; `signal` closes it. */
export type AskPerson = (question: Question, signal?: AbortSignal) => Promise<Reply>

const yesNo = (first: 'yes' | 'no', look: 'primary' | 'danger'): readonly Answer[] => [
  { id: 'no', label: 'no', first: first === 'no' },
  { id: 'yes', label: 'yes', look, first: first === 'yes' },
]

/** The line of a quantity question, as a sentence. */
export interface AboutLine {
  readonly detail: string
  readonly facts: Readonly<Record<string, string>>
}

/** Asks before a quantity changes. The change can be reverted, so Yes has the focus. */
export function questionOfChange(
  code: string,
  { x, y }: { readonly x: number; readonly y: number },
  { detail, facts }: AboutLine,
): Question {
  return {
    code,
    detail,
    facts: { ...facts, x, y },
    answers: yesNo('yes', 'primary'),
  }
}

/** Asks whether to continue earlier work: Yes has the focus. */
export function questionOfContinuing(code: string, facts: Question['facts'] = {}): Question {
  return { code, facts, detail: `${code}.detail`, answers: yesNo('yes', 'primary') }
}

/** Asks before an action that cannot be undone: No has the focus. */
export function questionOfIrreversible(code: string, facts: Question['facts'] = {}): Question {
  return {
    code,
    facts,
    answers: yesNo('no', 'danger'),
  }
}

/** Asks about a line that would be saved with quantity 0. */
export function questionOfZero(code: string, about: AboutLine): Question {
  return {
    code,
    ...about,
    answers: [
      { id: 'save', label: 'answer.save', first: true },
      { id: 'delete', label: 'answer.delete', look: 'danger' },
    ],
  }
}

/** Asks whether to print the labels of added plants. */
export function questionOfLabels(n: number): Question {
  return { code: 'trim.printMore', facts: { n }, detail: 'trim.printExtra', answers: yesNo('yes', 'primary') }
}

/** A message to acknowledge. */
export function messageToAcknowledge(code: string, about: AboutLine): Question {
  return {
    code,
    ...about,
    answers: [{ id: 'continue', label: 'ok', look: 'primary', first: true }],
  }
}

/** Asks about the pickup location (part 2 section 2.3): the grower's and the current one differ. */
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
