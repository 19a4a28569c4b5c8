// Screen readers need the title and the language of a PDF first.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { createJobFile } from '#features/printing/server/create-job-file.ts'
import type { Job } from '#features/printing/server/job.ts'
import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'

const read = readLabelTemplates()
const [template] = read.ok ? read.value : []
const facts = {
  barcode: 'B123456789',
  variety: 'Monterey',
  trimType: 'Bare root',
  stockType: 'FOUNDATION',
  quantity: '100 plants',
  location: 'WAT',
  season: 'Straw 2026',
  commodity: 'STRAW' as const,
  licence: '',
}
const report = {
  title: 'Transfers',
  number: '20000001',
  status: 'SHIPPED',
  commodity: undefined,
  facts: [],
  notes: [],
  columns: [],
  rows: [],
  signatures: [],
}
const jobs: readonly (readonly [string, Job, string])[] = [
  ['a report', { kind: 'report', report, imprint: { paper: 'A4', printed: 'pia' } }, 'en'],
  [
    'a report in Spanish',
    { kind: 'report', report, imprint: { paper: 'A4', printed: 'pia', language: 'es' } },
    'es',
  ],
  ...(template
    ? [['labels', { kind: 'labels', template, labels: [{ facts, count: 1 }], format: 'PDF' }, 'en'] as const]
    : []),
]

test.each(jobs)('%s has a title, which the window shows, and a language', async (_, job, language) => {
  const task = getDocument({ data: Uint8Array.from(await createJobFile(job)), verbosity: 0 })
  const document = await task.promise
  const { info } = await document.getMetadata()
  expect(Reflect.get(info, 'Title')).toBe(job.kind === 'report' ? 'Transfers 20000001' : 'B123456789')
  expect(Reflect.get(info, 'Language')).toBe(language)
  expect(await document.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true })
  await task.destroy()
})
