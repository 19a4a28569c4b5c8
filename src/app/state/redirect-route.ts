// The route to open after signing in, initialising or setting up: stored for the session (part 1 section 2).
import * as v from 'valibot'
import { readStored, writeStored } from './stored.ts'

// Only paths of this app: a stored `//elsewhere` must not navigate to another site.
const ownPath = v.pipe(v.string(), v.regex(/^\/(?!\/)/))

/** Stores the route to return to. */
export function storeRoute(route: string): void {
  return void writeStored('redirect-route', route, 'tab')
}

/** The stored route, or undefined. */
export function storedRoute(): string | undefined {
  return readStored('redirect-route', ownPath, 'tab')
}

/** Deletes the route once it is reached. */
export function clearRoute(): void {
  return void writeStored('redirect-route', undefined, 'tab')
}
