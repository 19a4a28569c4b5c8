import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { Job, JobAnswer } from './job.ts'

/** Why a valid request has no file: the queue is full, or the job timed out. */
export type PrintRefusal = 'too_busy' | 'too_slow'

export interface Printing {
  /** Creates a file after the earlier jobs. Throws if drawing fails unexpectedly. */
  readonly print: (job: Job) => Promise<Result<Uint8Array, PrintRefusal>>
  /** Ends the thread and refuses pending jobs. */
  readonly close: () => Promise<void>
}

export interface PrintingOptions {
  /** Maximum number of queued jobs. */
  readonly maxQueued: number
  /** Timeout of a job in milliseconds; its thread is terminated after it. */
  readonly jobTimeoutMs: number
  /** Idle time in milliseconds before the thread ends; the next job starts a new one. */
  readonly idleTimeoutMs: number
}

const defaults: PrintingOptions = { maxQueued: 40, jobTimeoutMs: 60_000, idleTimeoutMs: 300_000 }

interface QueuedJob {
  readonly id: number
  readonly job: Job
  readonly settle: (result: Result<Uint8Array, PrintRefusal>) => void
  readonly reject: (error: Error) => void
}

/**
 * Draws one job at a time in a worker thread, so that other requests are not blocked. The thread starts
 * with the first job and ends when idle.
 */
export function createPrinting(options: Partial<PrintingOptions> = {}): Printing {
  const { maxQueued, jobTimeoutMs, idleTimeoutMs } = { ...defaults, ...options }
  const queue: QueuedJob[] = []
  let thread: Worker | undefined
  let nextId = 1
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const startTimer = (milliseconds: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, milliseconds)
    timer.unref()
  }
  const endThread = async () => {
    const ending = thread
    thread = undefined
    clearTimeout(timer)
    await ending?.terminate()
  }
  const sendFirst = () => {
    const [first] = queue
    if (!first) return startTimer(idleTimeoutMs, () => void endThread())
    thread ??= startThread()
    thread.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ id: first.id, job: first.job })
    startTimer(jobTimeoutMs, () => {
      void endThread()
      queue.shift()
      first.settle(fail('too_slow'))
      sendFirst()
    })
  }
  const finishFirst = (end: (first: QueuedJob) => void) => {
    const first = queue.shift()
    if (first) end(first)
    if (queue.length === 0) thread?.unref()
    sendFirst()
  }
  const startThread = () => {
    const started = new Worker(threadFile, { resourceLimits })
    started.on('message', (answer: JobAnswer) => {
      if (started !== thread || queue[0]?.id !== answer.id) return
      finishFirst(({ settle, reject }) =>
        'file' in answer ? settle(succeed(answer.file)) : reject(new Error(answer.error)),
      )
    })
    // The thread crashed (out of memory, or a missing file): its job fails, and the next one starts a new
    // thread.
    started.on('error', (error) => {
      if (started !== thread) return
      thread = undefined
      finishFirst(({ reject }) => reject(error instanceof Error ? error : new Error(String(error))))
    })
    return started
  }

  return {
    print: (job) =>
      new Promise((settle, reject) => {
        if (closed || queue.length >= maxQueued) return settle(fail('too_busy'))
        queue.push({ id: nextId, job, settle, reject })
        nextId += 1
        if (queue.length === 1) sendFirst()
      }),
    close: async () => {
      closed = true
      for (const { settle } of queue.splice(0)) settle(fail('too_busy'))
      await endThread()
    },
  }
}

const resourceLimits = { maxOldGenerationSizeMb: 768 }

// The build has the thread file beside the server file; from sources, print-thread.mjs loads TypeScript.
const threadFile = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'print-thread.mjs' : 'print-thread.js',
)
