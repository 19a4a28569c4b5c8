import { runInLanguage } from '#server/http/request-language.ts'
import { drawCommandSheet } from './documents/draw-command-sheet.ts'
import { drawReport } from './documents/draw-report.ts'
import type { Job } from './job.ts'
import { drawLabels } from './labels/draw-labels.ts'
import { verifyTemplate } from './labels/verify-template.ts'
import { writeZpl } from './labels/zpl.ts'
import { missingLetters } from './paper/faces.ts'

/** Creates the file of a job. */
export async function createJobFile(job: Job): Promise<Uint8Array> {
  switch (job.kind) {
    case 'letters':
      return new TextEncoder().encode(JSON.stringify(missingLetters(job.text)))
    case 'report':
      return runInLanguage(job.imprint.language, () => drawReport(job.report, job.imprint))
    case 'commandSheet':
      return runInLanguage(job.imprint.language, () => drawCommandSheet(job.sheet, job.imprint))
    case 'templateProof':
      return new TextEncoder().encode(JSON.stringify(await verifyTemplate(job.template, job.facts)))
    case 'labels':
      return job.format === 'ZPL'
        ? new TextEncoder().encode(writeZpl(job.template, job.labels, job.rotation))
        : drawLabels(job.template, job.labels, job.rotation)
  }
}
