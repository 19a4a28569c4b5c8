// Defines the jobs of the print thread. They are plain data because they pass between threads.
import type { PrintFormat } from '#core/wire/constants.ts'
import type { Rotation } from '#features/printing/common/printer-setup.ts'
import type { CommandSheet } from './documents/command-sheet.ts'
import type { Imprint, Report } from './documents/report.ts'
import type { LabelFacts } from './labels/label.ts'
import type { LabelTemplate } from './labels/label-template.ts'

export type Job =
  /**
   * Finds the letters of a text that no font has; the file is JSON. It runs here because the fonts are
   * large.
   */
  | { readonly kind: 'letters'; readonly text: string }
  | { readonly kind: 'report'; readonly report: Report; readonly imprint: Imprint }
  | { readonly kind: 'commandSheet'; readonly sheet: CommandSheet; readonly imprint: Imprint }
  | {
      readonly kind: 'labels'
      readonly template: LabelTemplate
      /** In print order. */
      readonly labels: readonly LabelsOfBarcode[]
      readonly format: PrintFormat
      /** Degrees by which each page is turned clockwise; default 0. */
      readonly rotation?: Rotation
    }
  /** The file is a `TemplateProof` as JSON. */
  | { readonly kind: 'templateProof'; readonly template: LabelTemplate; readonly facts: LabelFacts }

/** One or more equal labels. */
export interface LabelsOfBarcode {
  readonly facts: LabelFacts
  readonly count: number
}

/** The thread's answer: the file (a PDF, or ZPL as UTF-8), or the message of an unexpected error. */
export type JobAnswer =
  | { readonly id: number; readonly file: Uint8Array }
  | { readonly id: number; readonly error: string }
