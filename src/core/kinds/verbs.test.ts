import { expect, test } from 'vitest'
import { kinds } from './index.ts'
import type { Kind, Stage } from './kind.ts'
import { verbOf } from './verbs.ts'

const stages = Object.values<Kind>(kinds).flatMap((kind) =>
  Object.entries<Stage | undefined>(kind.stages).flatMap(([id, stage]) =>
    stage ? [{ kind, id, stage }] : [],
  ),
)

test.each(stages)(
  '$kind.kind $id: the verb is declared for that screen, and ends in a step of the kind',
  (each) => {
    const { at, final } = verbOf(each.stage.verb)
    expect(at).toContain(each.id)
    if (final) expect(Object.keys(each.kind.documentSteps)).toContain(final.step)
  },
)
