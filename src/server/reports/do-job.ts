import { drawCommandSheet } from './documents/draw-command-sheet.ts'
import { drawReport } from './documents/draw-report.ts'
import type { Job } from './job.ts'
import { drawLabels } from './labels/draw-labels.ts'
import { writeZpl } from './labels/zpl.ts'

/** Creates the file of a job. */
export async function doJob(job: Job): Promise<Uint8Array> {
  switch (job.kind) {
    case 'report':
      return drawReport(job.report, job.imprint)
    case 'commandSheet':
      return drawCommandSheet(job.sheet, job.imprint)
    case 'labels':
      return job.format === 'ZPL'
        ? new TextEncoder().encode(writeZpl(job.template, job.facts, job.count))
        : drawLabels(job.template, job.facts, job.count)
  }
}
