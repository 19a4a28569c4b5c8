// The route to open after signing in, initialising or setting up: stored for the session (part 1 section 2).
import * as v from 'valibot'
import { readStored, writeStored } from './stored.ts'

// Only own paths: a stored `//elsewhere` must not lead away.
const ownPath = v.pipe(v.string(), v.regex(/^\/(?!\/)/))

/** Stores the route to come back to. */
export function keepRoute(route: string): void {
  return void writeStored('redirect-route', route, 'tab')
}

/** The stored route, or undefined. */
export function keptRoute(): string | undefined {
  return readStored('redirect-route', ownPath, 'tab')
}

/** Deletes the route once it is reached. */
export function forgetRoute(): void {
  return void writeStored('redirect-route', undefined, 'tab')
}
