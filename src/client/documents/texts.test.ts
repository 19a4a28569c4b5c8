import { beforeAll, describe, expect, it } from 'vitest'
import { en } from '#text/en.ts'
import { isTextCode, speak } from '#text/say.ts'
import { workflows } from '#workflows/index.ts'
import type { Workflow } from '#workflows/workflow.ts'
import { codeOf } from './session/tell.ts'

// Sentences of a kind are found by kind, step and moment: a kind that brings one too few would show its code.
beforeAll(() => speak(en))

describe.each(Object.values<Workflow>(workflows).map((workflow) => [workflow.kind, workflow] as const))(
  '%s',
  (kind, workflow) => {
    it('has a sentence for every moment of its documents', () => {
      const steps = Object.keys(workflow.documentSteps)
      const lineSteps = Object.values(workflow.stages).map(({ lineAction }) => lineAction)
      const wanted = [
        ...['title', 'one', 'new', 'all', 'search', 'missing', 'list.failed', 'detail.failed'],
        ...steps.flatMap((step) => [`${step}.done`, `${step}.failed`]),
        ...[workflow.stages.detail.finalStep, workflow.stages.detail.cancelStep].flatMap(
          (step) => step ?? [],
        ),
        ...lineSteps.flatMap(({ step, confirmsChange }) => [
          step,
          `${step}.done`,
          `${step}.failed`,
          ...(asksAboutZero(workflow, step) ? [`${step}.zero`] : []),
          ...(confirmsChange
            ? ['changed', 'again', 'already', 'notHere'].map((moment) => `${step}.${moment}`)
            : []),
        ]),
        ...['delete.ask', 'delete.done', 'delete.failed'],
      ]
      expect(wanted.filter((code) => !isTextCode(codeOf(kind, code)))).toEqual([])
    })
  },
)

/** In the editor nothing is asked about; elsewhere where nothing is refused. */
const asksAboutZero = ({ lineSteps, stages }: Workflow, step: string) =>
  stages.edit.lineAction.step === step || lineSteps[step]?.guard !== undefined
