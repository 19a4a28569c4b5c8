// Jobs of the print thread: plain data, since they are passed between threads.
import type { PrintFormat } from '#core/wire/constants.ts'
import type { Rotation } from '#core/wire/printer-setup.ts'
import type { CommandSheet } from './documents/command-sheet.ts'
import type { Imprint, Report } from './documents/report.ts'
import type { LabelFacts } from './labels/label.ts'
import type { LabelTemplate } from './labels/label-template.ts'

export type Job =
  /** No paper: which letters of a text no face has, as JSON. Here because the faces are, which are large. */
  | { readonly kind: 'letters'; readonly text: string }
  | { readonly kind: 'report'; readonly report: Report; readonly imprint: Imprint }
  | { readonly kind: 'commandSheet'; readonly sheet: CommandSheet; readonly imprint: Imprint }
  | {
      readonly kind: 'labels'
      readonly template: LabelTemplate
      /** In the order in which they come out. */
      readonly labels: readonly LabelsOfBarcode[]
      readonly format: PrintFormat
      /** Degrees by which each page is turned, clockwise; 0 when left out. */
      readonly rotation?: Rotation
    }
  /** The file is a `TemplateProof` as JSON. */
  | { readonly kind: 'templateProof'; readonly template: LabelTemplate; readonly facts: LabelFacts }

/** Equal labels, one or more. */
export interface LabelsOfBarcode {
  readonly facts: LabelFacts
  readonly count: number
}

/** The thread's answer: the file (a PDF, or ZPL as UTF-8), or that it hit a bug. */
export type JobAnswer =
  | { readonly id: number; readonly file: Uint8Array }
  | { readonly id: number; readonly error: string }
