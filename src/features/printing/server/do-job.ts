import { inLanguage } from '#server/http/asked-language.ts'
import { drawCommandSheet } from './documents/draw-command-sheet.ts'
import { drawReport } from './documents/draw-report.ts'
import type { Job } from './job.ts'
import { drawLabels } from './labels/draw-labels.ts'
import { proveTemplate } from './labels/prove-template.ts'
import { writeZpl } from './labels/zpl.ts'
import { missingIn } from './paper/faces.ts'

/** Creates the file of a job. */
export async function doJob(job: Job): Promise<Uint8Array> {
  switch (job.kind) {
    case 'letters':
      return new TextEncoder().encode(JSON.stringify(missingIn(job.text)))
    case 'report':
      return inLanguage(job.imprint.language, () => drawReport(job.report, job.imprint))
    case 'commandSheet':
      return inLanguage(job.imprint.language, () => drawCommandSheet(job.sheet, job.imprint))
    case 'templateProof':
      return new TextEncoder().encode(JSON.stringify(await proveTemplate(job.template, job.facts)))
    case 'labels':
      return job.format === 'ZPL'
        ? new TextEncoder().encode(writeZpl(job.template, job.labels, job.rotation))
        : drawLabels(job.template, job.labels, job.rotation)
  }
}
