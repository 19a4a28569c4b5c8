import { say } from '#text/say.ts'

// Matches the text that writeRequestDetail in the contract writes.
const subjectPattern = /^(Transfer|Count) (\d+): (\d+) lines? differs?$/

/** Returns the subject of a request in the user's language; another server's text stays unchanged. */
export function sayRequest(detail: string): string {
  const [, kind, number, lines] = subjectPattern.exec(detail) ?? []
  if (number === undefined) return detail
  const facts = { number, n: Number(lines) }
  return kind === 'Count' ? say('request.ofCount', facts) : say('request.ofTransfer', facts)
}
