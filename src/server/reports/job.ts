// Jobs of the print thread: plain data, since they are passed between threads.
import type { PrintFormat } from '#contract/constants.ts'
import type { CommandSheet } from './documents/command-sheet.ts'
import type { Imprint, Report } from './documents/report.ts'
import type { LabelFacts } from './labels/label.ts'
import type { LabelTemplate } from './labels/label-template.ts'

export type Job =
  | { readonly kind: 'report'; readonly report: Report; readonly imprint: Imprint }
  | { readonly kind: 'commandSheet'; readonly sheet: CommandSheet; readonly imprint: Imprint }
  | {
      readonly kind: 'labels'
      readonly template: LabelTemplate
      readonly facts: LabelFacts
      readonly count: number
      readonly format: PrintFormat
    }

/** The thread's answer: the file (a PDF, or ZPL as UTF-8), or that it hit a bug. */
export type JobAnswer =
  | { readonly id: number; readonly file: Uint8Array }
  | { readonly id: number; readonly error: string }
