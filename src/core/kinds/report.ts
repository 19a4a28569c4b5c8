// The declaration of a kind's report (`report.ts` of each kind). Facts have the labels and formats of the
// form.
import type { LabelCode, ReportLabelCode } from '#core/wire/label-codes.ts'
import { textOf, type Values } from './values.ts'

type Label = LabelCode | ReportLabelCode

/** A fact in the head of a report; an empty one is left out. */
export interface ReportFact {
  /** Its header field. */
  readonly field: string
  /** Default: the label of the form. */
  readonly label?: Label | ((header: Values) => Label)
  /** The field with the name that follows a number: `1002 - Coast Berries`. */
  readonly name?: string
  readonly as?: 'location'
}

/** A column after those of the plants. A `sum` has a total, a `figure` has none. */
export interface ReportColumn {
  readonly title: Label
  readonly as: 'sum' | 'figure' | 'words' | 'reason'
  readonly of: (line: Values) => unknown
  /** Default: always. */
  readonly isShown?: (header: Values, lines: readonly Values[]) => boolean
}

export interface KindReport {
  /** The facts in order, each as a field or with more. Other labelled fields of the header follow. */
  readonly facts: readonly (string | ReportFact)[]
  /** Labelled header fields that are not printed. */
  readonly leftOut?: readonly string[]
  /** The first fact: the growers whose storage the lines are in. */
  readonly growers?: Label
  readonly columns: readonly ReportColumn[]
  /** The place of a line; default its storage location. */
  readonly placeOf?: (line: Values) => string
  /** The labels of the signature lines. */
  readonly signatures: readonly Label[]
}

/** Why lines were picked with fewer plants than ordered; only if one has a reason. */
export const shortReasons: ReportColumn = {
  title: 'columnShortReason',
  as: 'reason',
  of: ({ ShortReasonCode }) => ShortReasonCode,
  isShown: (_, lines) => lines.some(({ ShortReasonCode }) => textOf(ShortReasonCode) !== ''),
}

/** Why plants were removed. */
export const reasons: ReportColumn = {
  title: 'columnReason',
  as: 'reason',
  of: ({ ReasonCode }) => ReasonCode,
}
