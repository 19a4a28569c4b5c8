import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { Job, JobAnswer } from './job.ts'

/** Why there is no file although nothing is wrong with what was asked: too much is waiting, or drawing took too long. */
export type PrintRefusal = 'too_busy' | 'too_slow'

export interface Printing {
  /** Makes a file, after those that were asked for before it. Throws where the drawing itself has a bug. */
  readonly print: (job: Job) => Promise<Result<Uint8Array, PrintRefusal>>
  /** Ends the thread; whoever still waits is refused. */
  readonly close: () => Promise<void>
}

export interface PrintingOptions {
  /** How many jobs may wait for one another. */
  readonly mostWaiting: number
  /** Milliseconds that one job may take before its thread is ended. */
  readonly patience: number
  /** Milliseconds without a job after which the thread is ended; the next job starts another. */
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
 * Draws in a thread of its own, one job after the other: scans and everything else go on meanwhile. The thread starts with the
 * first job, so that a server's start does not wait for it, and ends when nothing is printed for a while.
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
    // It has died (out of memory, or a file of ours is missing): its job is lost, the next one gets another thread.
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

// Built, the thread's file is beside the server's own; from the sources it is one that can read TypeScript.
const threadFile = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'print-thread.mjs' : 'print-thread.js',
)
