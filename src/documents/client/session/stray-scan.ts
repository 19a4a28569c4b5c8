// A scan that belongs to another document: moves it there, uses it here, or drops it.

import type { Cause, CommandOutcome } from '#core/commands/command.ts'
import { pathTo } from '#core/wire/routes.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import type { Answer, Question } from '#input/questions/question.ts'
import type { FoundDocument } from '../find-document.ts'
import { mayStep } from './may-step.ts'
import type { Session } from './session-state.ts'
import { nameOf } from './wording.ts'

/** A scanned barcode, and the whole plants given before it. */
export interface StrayScan {
  readonly barcode: string
  readonly quantity: number | undefined
}

/** Asks what to do with a scan of another document; `code` and `facts` form the question. */
export async function askAboutStrayScan(
  session: Session,
  scan: StrayScan,
  cause: Cause,
  other: FoundDocument,
  { code, facts }: { readonly code: string; readonly facts: Readonly<Record<string, string | number>> },
): Promise<CommandOutcome> {
  const { kind, mode, ask, moveScan } = session.parts
  const document = session.get().sheet?.document
  const here = document ? nameOf(document) : ''
  const number = nameOf(other.document)
  const { barcode } = scan
  // The detail screen cannot add lines: the editor does, if the document still accepts lines.
  const mayAdd =
    session.parts.stage === 'detail' && mayStep(session, kind.stages.edit.lineAction.step) === true
  const question: Question = {
    code,
    facts: { ...facts, barcode, number, here },
    answers: mayAdd ? [switchTo, addHere, ignore] : [switchTo, ignore],
    numbered: true,
  }
  const reply = await ask(question, cause)
  switch (reply) {
    case 'switchDocument':
      moveScan(scan, pathTo(other.route, other.parameters))
      return outcomeOf('ok', 'documents.switched', { barcode, number, here })
    case 'addHere':
      moveScan(scan, pathTo(mode.routes.edit, { number: here }))
      return outcomeOf('ok', 'documents.addsHere', { barcode, here })
    default:
      return outcomeOf('warning', 'documents.ignored', { barcode, number, here })
  }
}

const switchTo: Answer = {
  id: 'switchDocument',
  label: 'documents.switchTo',
  look: 'primary',
  first: true,
}
const addHere: Answer = { id: 'addHere', label: 'documents.addHere' }
const ignore: Answer = { id: 'ignore', label: 'documents.ignoreIt' }
