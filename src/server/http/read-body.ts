import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { fail, type Result, succeed } from '#contract/result.ts'
import type { ApiEnvironment } from './authenticate.ts'

/**
 * Reads a request's body as text, at most `largest` bytes; checks the stated size first, then counts. A body of a stated size is read
 * from Node's own request, if that is there: it gives no more than was stated, and one of the web's kind costs as much as its parsing.
 */
export async function readBody(
  { env, req }: Context<ApiEnvironment>,
  largest: number,
): Promise<Result<string, 'too_large'>> {
  const length = req.header('content-length')
  if (Number(length ?? 0) > largest) return fail('too_large')
  return env.incoming && length !== undefined
    ? succeed(new TextDecoder().decode(await readAll(env.incoming)))
    : readCounting(req.raw, largest)
}

function readAll(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((settle, fail) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.once('end', () => settle(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))
    incoming.once('error', fail)
    // The client may be gone already, or go without an error.
    const gone = () => fail(incoming.errored ?? Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    if (incoming.destroyed) gone()
    else incoming.once('close', gone)
  })
}

async function readCounting(request: Request, largest: number): Promise<Result<string, 'too_large'>> {
  if (!request.body) return succeed('')
  const decoder = new TextDecoder()
  const reader = request.body.getReader()
  let text = ''
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > largest) {
      await reader.cancel()
      return fail('too_large')
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return succeed(text + decoder.decode())
}
