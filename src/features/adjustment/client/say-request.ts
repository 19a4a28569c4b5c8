import { say } from '#text/say.ts'

// As the contract's writeRequestDetail writes it.
const form = /^(Transfer|Count) (\d+): (\d+) lines? differs?$/

/** What a request is about, in the person's language; the text of another server as it is. */
export function sayRequest(detail: string): string {
  const [, kind, number, lines] = form.exec(detail) ?? []
  if (number === undefined) return detail
  const facts = { number, n: Number(lines) }
  return kind === 'Count' ? say('request.ofCount', facts) : say('request.ofTransfer', facts)
}
