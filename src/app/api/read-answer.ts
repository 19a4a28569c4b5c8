// Reads answers that are files or streams as they arrive. Loaded on demand.
import { fail, type Result, succeed } from '#core/wire/result.ts'
import { problemOf } from './files.ts'
import type { ApiProblem } from './problem.ts'

/**
 * Yields the answer line by line, each a JSON document. Never throws; ends with the problem if it was cut
 * off.
 */
export async function* readLines(
  answer: Response,
  signal?: AbortSignal,
): AsyncGenerator<Result<unknown, ApiProblem>> {
  if (!answer.body) return
  let rest = ''
  try {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield succeed(JSON.parse(line))
    }
  } catch (error) {
    yield fail(problemOf(error, signal))
  }
}

/**
 * Reads an answer as a file. Calls `onProgress` with the rows (line ends) and bytes so far, a few times a
 * second. Never throws; a truncated answer is a problem.
 */
export async function readFile(
  answer: Response,
  onProgress: (rows: number, bytes: number) => void,
  signal?: AbortSignal,
): Promise<Result<Blob, ApiProblem>> {
  if (!answer.body) return succeed(await answer.blob())
  const parts: Uint8Array<ArrayBuffer>[] = []
  let rows = 0
  let bytes = 0
  let lastProgressAt = Number.NEGATIVE_INFINITY
  try {
    const reader = answer.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value)
      bytes += part.value.length
      for (const byte of part.value) if (byte === lineFeed) rows += 1
      if (performance.now() - lastProgressAt < progressIntervalMs) continue
      lastProgressAt = performance.now()
      onProgress(rows, bytes)
    }
    return succeed(new Blob(parts, { type: answer.headers.get('content-type') ?? '' }))
  } catch (error) {
    return fail(problemOf(error, signal))
  }
}

const lineFeed = 10
// Milliseconds.
const progressIntervalMs = 200

/** Saves a file through the browser's download. */
export function downloadFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
