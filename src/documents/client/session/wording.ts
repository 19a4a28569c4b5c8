// Builds sentences and outcomes about documents.

import { sayReply } from '#app/ui/reason.ts'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { Difference } from '#core/kinds/compare.ts'
import type { Document } from '#core/kinds/document.ts'
import { type Finding, totalsOf } from '#core/kinds/findings.ts'
import type { OpenDecision, Stage } from '#core/kinds/kind.ts'
import { plantsOf } from '#core/kinds/walk.ts'
import type { DocumentKind } from '#core/wire/constants.ts'
import { parseRefusal } from '#core/wire/reply-messages.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'
import { sayCount } from '#text/numbers.ts'
import { isTextCode, say, sayCode } from '#text/say.ts'
import { sayShort } from '../say-short.ts'

/**
 * The code of a kind's sentence, by step and moment: `issuance.ship.done`. Falls back to the code for all
 * documents (`documents.pick.done`), with or without the step (`documents.zero`).
 */
export function codeOf(kind: string, ...words: readonly string[]): string {
  const own = [kind, ...words].join('.')
  const shared = [words, words.slice(1)].map((rest) => ['documents', ...rest].join('.'))
  return [own, ...shared].find(isTextCode) ?? own
}

/** The same for a line's step; omits 'of 0' if nothing was ordered. */
export function codeOfLine(kind: string, step: string, word: string, ordered: number): string {
  const unordered = codeOf(kind, step, word, 'unordered')
  return ordered === 0 && isTextCode(unordered) ? unordered : codeOf(kind, step, word)
}

/** Describes another person's changes as one clause; '' if nothing visible has changed. */
export function describeDifference(difference: Difference): string {
  return [
    difference.status === null ? '' : say('documents.nowStatus', { status: difference.status }),
    listed(difference.added, (barcodes) => say('documents.linesAdded', { barcodes })),
    listed(difference.removed, (barcodes) => say('documents.linesRemoved', { barcodes })),
    listed(difference.changed, (barcodes) => say('documents.linesChanged', { barcodes })),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const maxNamed = 3

const listed = (barcodes: readonly string[], word: (barcodes: string) => string) => {
  if (barcodes.length === 0) return ''
  const more = barcodes.length - maxNamed
  return word([...barcodes.slice(0, maxNamed), ...(more > 0 ? [`+${more}`] : [])].join(', '))
}

/** The facts of an open decision, for its sentence. */
export function factsOfDecision({ lines, location, request }: OpenDecision) {
  return {
    n: lines,
    location,
    request: request === '' ? say('documents.someRequest') : request,
  }
}

/** The sentence of a finding, for the document step that follows. */
export function sayFinding(kind: DocumentKind, step: string, { id, facts, message }: Finding): string {
  return message ? sayCode(message.code, message.facts) : sayCode(codeOf(kind, step, 'finding', id), facts)
}

/** The outcome of a document's end: its plants out of the planned total, its lines, and the shortage. */
export function describeTotal(stage: Stage, code: string, document: Document): CommandOutcome {
  const { plants, n } = totalsOf(document)
  const { total, short } = plantsOf(stage, document)
  const count =
    short.lines === 0
      ? sayCount(plants)
      : say('documents.ofTotal', { done: sayCount(plants), total: sayCount(total) })
  const facts = { count, plants, n }
  return short.lines === 0
    ? outcomeOf('ok', code, facts)
    : outcomeOf('ok', 'documents.totalShort', { what: sayCode(code, facts), short: sayShort(short) })
}

/** A document's name in a sentence. */
export function nameOf(document: Document): string {
  return document.number ?? ''
}

/** The outcome of the server's message about a line; every sentence names the barcode. */
export function describeReply(barcode: string, message: string): CommandOutcome {
  const refusal = parseRefusal(message)
  return refusal?.facts?.barcode === undefined
    ? outcomeOf('error', 'documents.serverSays', { barcode, message: sayReply(message) })
    : outcomeOf('error', refusal.code, refusal.facts)
}
