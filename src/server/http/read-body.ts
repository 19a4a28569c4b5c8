import { fail, type Result, succeed } from '#contract/result.ts'

/** Reads a request's body as text, at most `largest` bytes; checks the stated size first, then counts. */
export async function readBody(request: Request, largest: number): Promise<Result<string, 'too_large'>> {
  if (Number(request.headers.get('content-length') ?? 0) > largest) return fail('too_large')
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
