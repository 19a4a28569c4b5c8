// Why an agent was not reached. A browser tells a page only that it was not (code 1006), so the rest is put together from what
// else can be known.
import type { AgentAddress } from './address.ts'

/** Each has a sentence of its own, and something of its own to do. */
export type UnreachableCause =
  /** It is not running, or not there. */
  | 'off'
  /** The same, or the browser does not trust its certificate, which looks no different. */
  | 'offOrUntrusted'
  /** Somebody refused this page the local network, or an administrator did. */
  | 'denied'
  /** From https to ws on another computer. */
  | 'mixed'

/** What is known beside the address. */
export interface Surroundings {
  /** The page came over https. */
  readonly pageSecure: boolean
  /** The browser would not even try. */
  readonly blocked: boolean
  /** Chromium's permission for the network that the agent is in. */
  readonly permission: PermissionState | 'unknown'
}

export function whyUnreachable(
  { secure, loopback }: AgentAddress,
  { pageSecure, blocked, permission }: Surroundings,
): UnreachableCause {
  if (permission === 'denied') return 'denied'
  if (!secure && pageSecure && (blocked || !loopback)) return 'mixed'
  return secure ? 'offOrUntrusted' : 'off'
}

// The names that Chromium has for it, newest first. Other browsers know none of them.
const names = (loopback: boolean) => [loopback ? 'loopback-network' : 'local-network', 'local-network-access']

/** What the browser's permissions say about the network that the agent is in. */
export async function readPermission(
  { loopback }: AgentAddress,
  permissions: Pick<Permissions, 'query'> | undefined = navigator.permissions,
): Promise<PermissionState | 'unknown'> {
  for (const name of names(loopback)) {
    try {
      // The names are newer than the browser's own types.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const status = await permissions?.query({ name: name as PermissionName })
      if (status) return status.state
    } catch {
      // A name that this browser does not know.
    }
  }
  return 'unknown'
}
