import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail, type Result, succeed } from '#core/wire/result.ts'

/** An uploaded file, on disk until `remove`. */
export interface ReceivedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

class TooLarge extends Error {}

/** Streams a request body to a temporary file, at most `largest` bytes. */
export async function receiveFile(
  request: Request,
  largest: number,
): Promise<Result<ReceivedFile, 'too_large' | 'cut_short'>> {
  if (Number(request.headers.get('content-length') ?? 0) > largest) return fail('too_large')
  const folder = await mkdtemp(join(tmpdir(), 'trimline-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'stock.csv')
  let size = 0
  const sizeLimit = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      done(size > largest ? new TooLarge() : null, chunk)
    },
  })
  try {
    const body = request.body ? Readable.from(request.body) : Readable.from([])
    await pipeline(body, sizeLimit, createWriteStream(path))
    return succeed({ path, remove })
  } catch (error) {
    await remove()
    return fail(error instanceof TooLarge ? 'too_large' : 'cut_short')
  }
}
