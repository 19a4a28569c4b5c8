import { describe, expect, it } from 'vitest'
import { kinds } from '#core/kinds/index.ts'
import type { Kind } from '#core/kinds/kind.ts'
import { finalStepOf, workStepIn } from '#core/kinds/screens.ts'
import { STATUSES } from '#core/wire/constants.ts'
import { isTextCode } from '#text/say.ts'
import { codeOf } from './session/wording.ts'

// A kind's sentences are found by kind, step and moment; a missing one would show its code.

describe.each(Object.values<Kind>(kinds).map((kind) => [kind.kind, kind] as const))('%s', (name, kind) => {
  it('has a sentence for every moment of its documents', () => {
    const steps = Object.keys(kind.documentSteps)
    const { detail, edit } = kind.stages
    const shows = Object.values(kind.modes).flatMap(({ lists }) => lists)
    const wanted = [
      ...['title', 'one', 'new', 'search', 'missing', 'list.failed', 'detail.failed'],
      ...['toDetail', 'lineQuantity', 'lineAvailable'],
      ...(shows.some(({ all }) => all) ? ['all'] : []),
      ...steps.flatMap((step) => [`${step}.done`, `${step}.failed`]),
      ...steps.flatMap((step) => leftBefore(kind, step)),
      ...[finalStepOf(detail), detail.cancelStep].flatMap((step) => step ?? []),
      ...[`${edit.lineAction.step}.all`, `${edit.lineAction.step}.zeroNew`],
      ...Object.entries(kind.stages).flatMap(([stage, { lineAction }]) => {
        const { step, nextStep, confirmsChange } = lineAction
        return [
          step,
          ...[step, nextStep].flatMap((each) => (each ? [`${each}.done`, `${each}.failed`] : [])),
          ...(asksAboutZero(kind, step) ? [`${step}.zero`] : []),
          ...(nextStep && asksAboutZero(kind, nextStep) ? [`${nextStep}.zero`] : []),
          ...(stage === 'edit' ? [] : ['again', 'already', 'notHere'].map((moment) => `${step}.${moment}`)),
          ...(confirmsChange ? [`${step}.changed`] : []),
          ...(kind.lineSteps[step]?.reason ? ['reason'] : []),
        ]
      }),
      ...['delete.ask', 'delete.done', 'delete.failed'],
    ]
    expect(wanted.filter((code) => !isTextCode(codeOf(name, ...code.split('.'))))).toEqual([])
  })

  it("has its own sentences for its owner's work and for a takeover", () => {
    const steps = STATUSES.flatMap((status) => workStepIn(kind, status) ?? [])
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.filter((step) => codeOf(name, step, 'owner') === 'documents.owner')).toEqual([])
    expect(isTextCode(`${name}.takenOver`)).toBe(true)
  })
})

// The sentences of the findings before a step that ends the document.
const leftBefore = (kind: Kind, step: string) => {
  const ends = Object.values(kind.stages).filter((stage) => finalStepOf(stage) === step)
  const checks = ends.flatMap(({ checks: { lines = [], header } = {} }) => [
    ...lines,
    ...(header ? [header] : []),
  ])
  const found = [
    ...checks.map(({ id }) => id),
    ...(ends.some(({ unlisted }) => unlisted) ? ['unlisted'] : []),
    ...(ends.some(({ headerEdit }) => headerEdit) ? ['unsavedField'] : []),
    ...['heldScan', 'unsaved', 'unsavedLine', 'unsavedReason', 'unsavedHeader'],
  ]
  const settles = checks.flatMap((check) => check.settles)
  const goesOn = checks.some((check) => !('stops' in check)) || ends.some(({ unlisted }) => unlisted)
  return ends.length === 0
    ? []
    : [
        ...['before', 'left', 'total', ...(goesOn ? ['anyway'] : [])].map((moment) => `${step}.${moment}`),
        ...found.map((id) => `${step}.finding.${id}`),
        ...[...settles, 'discard'].map((how) => `${step}.settle.${how}`),
      ]
}

// The editor does not ask; other screens ask only if 0 is not refused.
const asksAboutZero = ({ lineSteps, stages }: Kind, step: string) =>
  stages.edit.lineAction.step === step || lineSteps[step]?.guard !== undefined
