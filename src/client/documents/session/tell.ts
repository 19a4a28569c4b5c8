// How documents word what happened: outcomes for the ear and the strip, reasons beside what failed.
import type { ApiProblem } from '#client/api/problem.ts'
import { isPassing } from '#client/api/problem.ts'
import type { CommandOutcome, Outage } from '#commands/command.ts'
import type { CommandId } from '#contract/command-ids.ts'
import { say, sayCode } from '#text/say.ts'
import type { Difference } from '#workflows/compare.ts'
import type { Document } from '#workflows/document.ts'

type Facts = Readonly<Record<string, string | number>>

/** A code that a kind brings its own sentence for: `issuance.ship.done`. */
export const codeOf = (kind: string, ...words: readonly string[]): string => [kind, ...words].join('.')

export const outcomeOf = (
  tone: CommandOutcome['tone'],
  code: string,
  facts: Facts = {},
  next: readonly CommandId[] = [],
): CommandOutcome => ({ tone, code, facts, ...(next.length > 0 && { next }) })

/** An outcome that names what failed and why: 'Failed to Ship Issuance. 2 lines are not picked yet.' */
export const failureOf = (code: string, reason: string, next: readonly CommandId[] = []): CommandOutcome =>
  reason === ''
    ? outcomeOf('error', code, {}, next)
    : outcomeOf('error', 'withReason', { what: sayCode(code), reason }, next)

/** The sentence of a problem, with the server's own words where they say more. */
export const reasonOf = (problem: ApiProblem): string => {
  const sentence = sayCode(problem.code, problem.facts)
  return serverWords.has(problem.code) && problem.detail !== '' ? problem.detail : sentence
}

/** Refusals whose detail names the very thing that was refused. */
const serverWords: ReadonlySet<string> = new Set(['state_conflict', 'malformed_request', 'server_refused'])

/** Was the change perhaps made all the same? Then the same again, under the same key, is the way to find out. */
export const isUnclear = (problem: ApiProblem): boolean =>
  problem.status === 0 || problem.status >= 500 || problem.code === 'signed_out' || isPassing(problem)

/** Marks an outcome whose change could not be sent for a reason that passes: a scan keeps its turn until then. */
export const untilSent = (problem: ApiProblem, told: CommandOutcome): CommandOutcome => {
  const until = outages[problem.code]
  return until === undefined ? told : { ...told, until }
}

const outages: Readonly<Partial<Record<string, Outage>>> = { offline: 'network', signed_out: 'sign-in' }

/** What another person did, as one clause; '' when nothing that shows here was changed. */
export const wordDifference = (difference: Difference): string =>
  [
    difference.status === null ? '' : say('documents.nowStatus', { status: difference.status }),
    listed(difference.added, (barcodes) => say('documents.linesAdded', { barcodes })),
    listed(difference.removed, (barcodes) => say('documents.linesRemoved', { barcodes })),
    listed(difference.changed, (barcodes) => say('documents.linesChanged', { barcodes })),
  ]
    .filter((part) => part !== '')
    .join(', ')

const MOST_NAMED = 3

const listed = (barcodes: readonly string[], word: (barcodes: string) => string) => {
  if (barcodes.length === 0) return ''
  const more = barcodes.length - MOST_NAMED
  return word([...barcodes.slice(0, MOST_NAMED), ...(more > 0 ? [`+${more}`] : [])].join(', '))
}

/** How a document is named in a sentence. */
export const nameOf = (document: Document): string => document.number ?? ''
