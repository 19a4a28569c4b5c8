// Where a person wanted to go before signing in, initialising or setting up: kept for the session (part 1 section 2).
import * as v from 'valibot'
import { readStored, writeStored } from './stored.ts'

// Only paths of our own: a stored `//elsewhere` must not lead away.
const ownPath = v.pipe(v.string(), v.regex(/^\/(?!\/)/))

/** Keeps the route to come back to. */
export function keepRoute(route: string): void {
  return void writeStored('redirect-route', route, 'tab')
}

/** The kept route, or undefined. */
export function keptRoute(): string | undefined {
  return readStored('redirect-route', ownPath, 'tab')
}

/** Forgets the route, once it has been reached. */
export function forgetRoute(): void {
  return void writeStored('redirect-route', undefined, 'tab')
}
