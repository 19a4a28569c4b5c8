import { readRequestDetail } from '#contract/adjustment-request.ts'
import { say } from '#text/say.ts'

/** What a request is about, in the person's language; the text of another server as it is. */
export function sayRequest(detail: string): string {
  const facts = readRequestDetail(detail)
  if (!facts) return detail
  const { isCount, number, n } = facts
  return isCount ? say('request.ofCount', { number, n }) : say('request.ofTransfer', { number, n })
}
