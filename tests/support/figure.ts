import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    figures?: string[]
  }
}

/** Adds a figure of a test ('calls tried: 12') to the table in docs/reliability.md. */
export function addFigure({ task }: Pick<TestContext, 'task'>, text: string): void {
  task.meta.figures = [...(task.meta.figures ?? []), text]
}
