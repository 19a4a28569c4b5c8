// What the printing thread is asked for: plain data, since it crosses from one thread to the other.
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

/** What the thread answers: the file (a PDF, or ZPL as UTF-8), or that it has found a bug. */
export type JobAnswer =
  | { readonly id: number; readonly file: Uint8Array }
  | { readonly id: number; readonly error: string }
