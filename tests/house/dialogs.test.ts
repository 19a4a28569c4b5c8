// Every dialog must return the focus when it closes: tests/e2e/focus-dialogs.spec.ts has a row for each
// dialog.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dialogs } from '#tests/e2e/support/dialogs.ts'

const client = join(import.meta.dirname, '../../src')

it('every dialog of the app is in the focus test', () => {
  const opening = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.') && name !== 'app/ui/dialog.tsx')
    .filter((name) =>
      /<Dialog\b|<Radix\.|role="(alert)?dialog"/.test(readFileSync(join(client, name), 'utf8')),
    )
  expect(opening.toSorted()).toEqual([...dialogs])
})
