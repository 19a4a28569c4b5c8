// Derives why an agent is unreachable. A browser reports only the failure (code 1006), so other facts must
// show the cause.
import type { AgentAddress } from './address.ts'

/** Each cause has its own sentence and next step. */
export type UnreachableCause =
  /** Not running, or not there. */
  | 'off'
  /** The same, or the browser does not trust its certificate; both look the same. */
  | 'offOrUntrusted'
  /** The user or an administrator denied this page access to the local network. */
  | 'denied'
  /** From https to ws on another computer. */
  | 'mixed'
  /** The page's security policy does not list it: it was added after the page was loaded. */
  | 'policy'

// The known facts besides the address.
interface ReachabilityFacts {
  /** The page was loaded over https. */
  readonly pageSecure: boolean
  /** The browser refused to try. */
  readonly blocked: boolean
  /** The page's security policy refused it. */
  readonly refused: boolean
  /** Chromium's permission for the agent's network. */
  readonly permission: PermissionState | 'unknown'
}

export function whyUnreachable(
  { secure, loopback }: AgentAddress,
  { pageSecure, blocked, refused, permission }: ReachabilityFacts,
): UnreachableCause {
  if (refused) return 'policy'
  if (permission === 'denied') return 'denied'
  if (!secure && pageSecure && (blocked || !loopback)) return 'mixed'
  return secure ? 'offOrUntrusted' : 'off'
}

/** Runs `work`; `refused`: did the page's security policy block the agent? */
export async function detectPolicyRefusal<Value>(
  { shown }: AgentAddress,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly refused: boolean }> {
  let refused = false
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    refused ||= URL.canParse(blockedURI) && new URL(blockedURI).host === shown
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  try {
    const value = await work()
    return { value, refused }
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}

// Chromium's names of the permission, newest first. Other browsers have none.
const names = (loopback: boolean) => [loopback ? 'loopback-network' : 'local-network', 'local-network-access']

/** The browser's permission for the agent's network. */
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
      // This browser does not know the name.
    }
  }
  return 'unknown'
}
