import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readReleases } from './read-releases.ts'

it('parses versions with their paragraphs, headings and items, including continued lines', () => {
  const notes = [
    '# Release notes',
    '',
    'Above all versions.',
    '',
    '## 2026.11.2',
    '',
    'First line',
    'of one paragraph.',
    '',
    'Another one.',
    '',
    '### Mended',
    '- One',
    '  that goes on.',
    '- Two `--flag`',
    '',
    '* Three',
    '',
    '## 2026.11.1',
  ].join('\n')
  expect(readReleases(notes)).toEqual([
    {
      title: '2026.11.2',
      parts: [
        { type: 'paragraph', text: 'First line of one paragraph.' },
        { type: 'paragraph', text: 'Another one.' },
        { type: 'heading', text: 'Mended' },
        { type: 'items', items: ['One that goes on.', 'Two `--flag`', 'Three'] },
      ],
    },
    { title: '2026.11.1', parts: [] },
  ])
  expect(readReleases('')).toEqual([])
})

it('keeps every word of the shipped release notes', () => {
  const notes = readFileSync('CHANGELOG.md', 'utf8')
  const shown = readReleases(notes)
    .flatMap(({ title, parts }) => [
      title,
      ...parts.flatMap((part) => (part.type === 'items' ? part.items : [part.text])),
    ])
    .join(' ')
  const [, ...sections] = notes.split(/^## /m)
  const words = (text: string) => text.match(/[^\s#*-][^\s]*/g) ?? []
  expect(words(shown)).toEqual(words(sections.join(' ')))
  expect(shown).not.toMatch(/\]\(|\*\*/)
})
