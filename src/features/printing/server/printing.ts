import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { Job, JobAnswer } from './job.ts'

/** Why there is no file although the request is valid: the queue is full, or the timeout has passed. */
export type PrintRefusal = 'too_busy' | 'too_slow'

export interface Printing {
  /** Creates a file after the earlier jobs. Throws if the drawing has a bug. */
  readonly print: (job: Job) => Promise<Result<Uint8Array, PrintRefusal>>
  /** Ends the thread; waiting jobs are refused. */
  readonly close: () => Promise<void>
}

export interface PrintingOptions {
  /** Maximum number of waiting jobs. */
  readonly mostWaiting: number
  /** Timeout of a job, after which its thread is ended, in milliseconds. */
  readonly patience: number
  /** Idle time after which the thread is ended, in milliseconds; the next job starts another. */
  readonly idle: number
}

const usual: PrintingOptions = { mostWaiting: 40, patience: 60_000, idle: 300_000 }

interface Waiting {
  readonly id: number
  readonly job: Job
  readonly settle: (result: Result<Uint8Array, PrintRefusal>) => void
  readonly reject: (error: Error) => void
}

/**
 * Draws in a thread of its own, one job after the other, so that other requests are not held up. The thread
 * starts with the first job and ends when idle.
 */
export function createPrinting(options: Partial<PrintingOptions> = {}): Printing {
  const { mostWaiting, patience, idle } = { ...usual, ...options }
  const queue: Waiting[] = []
  let thread: Worker | undefined
  let nextId = 1
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const wait = (milliseconds: number, then: () => void) => {
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
    if (!first) return wait(idle, () => void endThread())
    thread ??= startThread()
    thread.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ id: first.id, job: first.job })
    wait(patience, () => {
      void endThread()
      queue.shift()
      first.settle(fail('too_slow'))
      sendFirst()
    })
  }
  const finishFirst = (end: (first: Waiting) => void) => {
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
    // The thread has crashed (out of memory, or a file is missing): its job fails, the next one gets a new
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
        if (closed || queue.length >= mostWaiting) return settle(fail('too_busy'))
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

// In the build the thread's file is beside the server's; from the sources, a loader for TypeScript.
const threadFile = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'print-thread.mjs' : 'print-thread.js',
)
