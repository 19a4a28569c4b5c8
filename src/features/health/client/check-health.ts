import * as v from 'valibot'
import { http } from '#app/api/http.ts'
import { type Health, health } from '#core/wire/health.ts'

/** The result of the health check; undefined: not reachable. */
export interface HealthReport {
  readonly server: Health | undefined
  /** It answers the calls; another server than ours has no health report of its own. */
  readonly serverReachable: boolean
  readonly providerReachable: boolean
  /** How far this device's clock is ahead of the server's, in milliseconds, within half the round trip. */
  readonly clockAhead: number | undefined
  readonly roundTrip: number | undefined
}

/** Smaller clock differences are ignored, in milliseconds. */
export const CLOCK_TOLERANCE = 5_000

/** Checks the server of the calls, and the identity provider. Never throws. */
export async function checkHealth(authority: string | undefined, apiBase = '/'): Promise<HealthReport> {
  const [server, providerReachable] = await Promise.all([askServer(apiBase), askProvider(authority)])
  return { ...server, providerReachable }
}

const askServer = async (apiBase: string) => {
  const began = Date.now()
  try {
    const answer = await ask(new URL('/health', new URL(apiBase, window.location.origin)).href)
    const ended = Date.now()
    const { _data: said } = answer
    const server = v.parse(health, said)
    const halfWay = (began + ended) / 2
    const clockAhead = Math.round(halfWay - Date.parse(server.time))
    return { server, serverReachable: true, clockAhead, roundTrip: ended - began }
  } catch {
    const serverReachable = await answers(apiBase)
    return { server: undefined, serverReachable, clockAhead: undefined, roundTrip: undefined }
  }
}

// Any answer to a call counts, also that nobody is signed in; a page is another one's.
const answers = async (apiBase: string) => {
  try {
    const answer = await ask(new URL('trimseasons', new URL(apiBase, window.location.origin)).href)
    return answer.status < 500 && /json/.test(answer.headers.get('content-type') ?? '')
  } catch {
    return false
  }
}

const askProvider = async (authority: string | undefined) => {
  if (authority === undefined) return false
  try {
    return (await ask(`${authority.replace(/\/$/, '')}/.well-known/openid-configuration`)).ok
  } catch {
    return false
  }
}

const ask = (address: string) =>
  http.raw<unknown>(address, { responseType: 'json', ignoreResponseError: true, timeout: 10_000 })
