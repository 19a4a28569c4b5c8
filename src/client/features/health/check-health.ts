import * as v from 'valibot'
import { type Health, health } from '#contract/health.ts'

/** The result of the health check; undefined: not reachable. */
export interface HealthReport {
  readonly server: Health | undefined
  readonly providerReachable: boolean
  /** How far this device's clock is ahead of the server's, in milliseconds, within half the round trip. */
  readonly clockAhead: number | undefined
  readonly roundTrip: number | undefined
}

/** Smaller clock differences are ignored, in milliseconds. */
export const CLOCK_TOLERANCE = 5_000

/** Checks the server and the identity provider. Never throws. */
export async function checkHealth(authority: string | undefined): Promise<HealthReport> {
  const [server, providerReachable] = await Promise.all([askServer(), askProvider(authority)])
  return { ...server, providerReachable }
}

const askServer = async () => {
  const began = Date.now()
  try {
    const answer = await ask('/health')
    const ended = Date.now()
    const server = v.parse(health, await answer.json())
    const halfWay = (began + ended) / 2
    return { server, clockAhead: Math.round(halfWay - Date.parse(server.time)), roundTrip: ended - began }
  } catch {
    return { server: undefined, clockAhead: undefined, roundTrip: undefined }
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

const ask = (address: string) => fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
