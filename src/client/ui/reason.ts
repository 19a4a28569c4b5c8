import { sayCode } from '#text/say.ts'
import type { ShownProblem } from './states.tsx'

/** The sentence of a problem, with the server's own words where they say more. */
export const reasonOf = ({ code, detail = '', facts }: ShownProblem): string =>
  serverWords.has(code) && detail !== '' ? detail : sayCode(code, facts)

/** Refusals whose detail names the very thing that was refused. */
const serverWords: ReadonlySet<string> = new Set(['state_conflict', 'malformed_request', 'server_refused'])
