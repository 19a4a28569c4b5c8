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
  '$kind.kind $id: declares its verb for this screen, and a document step of the kind as final step',
  (each) => {
    const { at, final } = verbOf(each.stage.verb)
    expect(at).toContain(each.id)
    if (final) expect(Object.keys(each.kind.documentSteps)).toContain(final.step)
  },
)
