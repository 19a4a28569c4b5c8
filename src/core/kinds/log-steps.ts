// The steps that logs share: kinds that record lines and then end as a whole.
import type { Line } from './document.ts'
import type { DocumentStep, LineStep } from './engine.ts'
import type { LineAction } from './kind.ts'
import type { Verb } from './verbs.ts'

/** Creates a log, and edits its header while it is open. */
export const logHeaderSteps = {
  create: { from: [null], to: 'OPEN' },
  edit: { from: ['OPEN'], to: 'same' },
} as const satisfies Readonly<Record<string, DocumentStep>>

/** Saves and deletes a line while the log is open. */
export const logLineSteps = {
  save: { during: ['OPEN'], from: [null, 'OPEN'], to: 'OPEN', writes: 'ordered' },
  delete: { during: ['OPEN'], from: [null, 'OPEN'], to: null, documentTo: 'same' },
} as const satisfies Readonly<Record<string, Omit<LineStep, 'documentTo'> & Partial<LineStep>>>

/** The editor of a log, which records lines. */
export function logEditStage<const Name extends Verb, const Step extends string>(
  verb: Name,
  action: Omit<LineAction<Step>, 'done'>,
) {
  return {
    verb,
    lineAction: { ...action, done: ({ id }: Line) => id !== null },
    scans: { number: 'openDocument', barcode: 'addLine' },
  } as const
}
