import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { ApiEnvironment } from './authenticate.ts'

const decoder = new TextDecoder()

/** The source of a request body. */
export interface BodySource {
  readonly header: (name: string) => string | undefined
  readonly incoming: IncomingMessage | undefined
  /** The web API request, if there is one. */
  readonly raw?: Request
}

/** The body of a router request. */
export function bodyOf({ req, env }: Context<ApiEnvironment>): BodySource {
  return { header: (name) => req.header(name), incoming: env.incoming, raw: req.raw }
}

/**
 * Reads a request body as text, at most `largest` bytes. Checks the declared size first, then counts.
 * Uses Node's request where possible: web streams cost as much as the JSON parsing.
 */
export async function readBody(
  { header, incoming, raw }: BodySource,
  largest: number,
): Promise<Result<string, 'too_large'>> {
  const length = header('content-length')
  if (Number(length ?? 0) > largest) return fail('too_large')
  if (incoming && (length !== undefined || !raw)) return readAll(incoming, largest)
  return readWebStream(raw, largest)
}

function readAll(incoming: IncomingMessage, largest: number): Promise<Result<string, 'too_large'>> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    incoming.on('data', (part: Buffer) => {
      size += part.length
      if (size > largest) resolve(fail('too_large'))
      else parts.push(part)
    })
    incoming.once('end', () =>
      resolve(succeed(decoder.decode(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))),
    )
    incoming.once('error', reject)
    // The client may have disconnected already, or may disconnect without an error.
    const rejectAborted = () =>
      reject(incoming.errored ?? Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    if (incoming.destroyed) rejectAborted()
    else incoming.once('close', rejectAborted)
  })
}

async function readWebStream(
  request: Request | undefined,
  largest: number,
): Promise<Result<string, 'too_large'>> {
  if (!request?.body) return succeed('')
  const streamDecoder = new TextDecoder()
  const reader = request.body.getReader()
  let text = ''
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > largest) {
      await reader.cancel()
      return fail('too_large')
    }
    text += streamDecoder.decode(part.value, { stream: true })
  }
  return succeed(text + streamDecoder.decode())
}
