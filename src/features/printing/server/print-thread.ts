// The worker thread for printing. Only this thread loads the drawing libraries and fonts.
import { parentPort } from 'node:worker_threads'
import { createJobFile } from './create-job-file.ts'
import type { Job, JobAnswer } from './job.ts'

const answer = async (id: number, job: Job): Promise<JobAnswer> => {
  try {
    return { id, file: await createJobFile(job) }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', ({ id, job }: { readonly id: number; readonly job: Job }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void answer(id, job).then((done) => parentPort?.postMessage(done))
})
