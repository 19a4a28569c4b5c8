import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { ApiEnvironment } from './authenticate.ts'

const decoder = new TextDecoder()

/** What a body is read from. */
export interface BodySource {
  readonly header: (name: string) => string | undefined
  readonly incoming: IncomingMessage | undefined
  /** The web's request, where there is one. */
  readonly raw?: Request
}

/** The body of a request of the router's. */
export function bodyOf({ req, env }: Context<ApiEnvironment>): BodySource {
  return { header: (name) => req.header(name), incoming: env.incoming, raw: req.raw }
}

/**
 * Reads a request's body as text, at most `largest` bytes; checks the stated size first, then counts. A body
 * of a stated size is read from Node's own request, if that is there: it gives no more than was stated, and
 * one of the web's kind costs as much as its parsing.
 */
export async function readBody(
  { header, incoming, raw }: BodySource,
  largest: number,
): Promise<Result<string, 'too_large'>> {
  const length = header('content-length')
  if (Number(length ?? 0) > largest) return fail('too_large')
  if (incoming && (length !== undefined || !raw)) return readAll(incoming, largest)
  return readCounting(raw, largest)
}

function readAll(incoming: IncomingMessage, largest: number): Promise<Result<string, 'too_large'>> {
  return new Promise((settle, throwing) => {
    const parts: Buffer[] = []
    let size = 0
    incoming.on('data', (part: Buffer) => {
      size += part.length
      if (size > largest) settle(fail('too_large'))
      else parts.push(part)
    })
    incoming.once('end', () =>
      settle(succeed(decoder.decode(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))),
    )
    incoming.once('error', throwing)
    // The client may be gone already, or go without an error.
    const gone = () =>
      throwing(incoming.errored ?? Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    if (incoming.destroyed) gone()
    else incoming.once('close', gone)
  })
}

async function readCounting(
  request: Request | undefined,
  largest: number,
): Promise<Result<string, 'too_large'>> {
  if (!request?.body) return succeed('')
  const counting = new TextDecoder()
  const reader = request.body.getReader()
  let text = ''
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > largest) {
      await reader.cancel()
      return fail('too_large')
    }
    text += counting.decode(part.value, { stream: true })
  }
  return succeed(text + counting.decode())
}
