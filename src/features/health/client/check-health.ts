import * as v from 'valibot'
import { http } from '#app/api/http.ts'
import { type Health, health } from '#features/health/common/health.ts'

/** The result of the health check; `server` is undefined if unreachable. */
export interface HealthReport {
  readonly server: Health | undefined
  /** True if the server answers calls; other servers have no health report. */
  readonly serverReachable: boolean
  readonly providerReachable: boolean
  /**
   * How far this device's clock is ahead of the server clock, in milliseconds, accurate to half the round
   * trip.
   */
  readonly clockAhead: number | undefined
  readonly roundTrip: number | undefined
}

/** Smaller clock differences are ignored. */
export const CLOCK_TOLERANCE_MS = 5_000

/** Checks the API server and the identity provider. Never throws. */
export async function checkHealth(authority: string | undefined, apiBase = '/'): Promise<HealthReport> {
  const [server, providerReachable] = await Promise.all([askServer(apiBase), askProvider(authority)])
  return { ...server, providerReachable }
}

const askServer = async (apiBase: string) => {
  const began = Date.now()
  try {
    const answer = await ask(new URL('/health', new URL(apiBase, window.location.origin)).href)
    const ended = Date.now()
    const { _data: data } = answer
    const server = v.parse(health, data)
    const midpoint = (began + ended) / 2
    const clockAhead = Math.round(midpoint - Date.parse(server.time))
    return { server, serverReachable: true, clockAhead, roundTrip: ended - began }
  } catch {
    const serverReachable = await answers(apiBase)
    return { server: undefined, serverReachable, clockAhead: undefined, roundTrip: undefined }
  }
}

// Any JSON response counts, even 401; an HTML page does not come from the API.
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
