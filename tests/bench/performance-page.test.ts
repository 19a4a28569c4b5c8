import { expect, test } from 'vitest'
import { replaceSection } from './performance-page.ts'

const page = '# Performance\n\nIntro.\n\n## Server\n\nOld.\n\n### What is missing\n\nMuch.\n'

test('replaces the section of a bench and keeps the other sections and hand-written parts', () => {
  const both = replaceSection(page, 'Browser', 'New.')
  expect(both).toBe(`${page}\n## Browser\n\nNew.\n`)
  expect(replaceSection(both, 'Server', 'Fast.')).toBe(
    '# Performance\n\nIntro.\n\n## Server\n\nFast.\n\n### What is missing\n\nMuch.\n\n## Browser\n\nNew.\n',
  )
})
