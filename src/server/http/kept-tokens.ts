import { createHash } from 'node:crypto'
import type { SignedIn, VerifyToken } from './ports.ts'

// Tokens that are kept, and milliseconds until one is verified again: the provider may have withdrawn its
// key.
const mostTokens = 10_000
const keptFor = 300_000

/**
 * Verifies a token once, then knows it by its digest until it expires, at most five minutes. Says nothing
 * about log-out and rights, which each request asks for itself. `now`: milliseconds since 1970.
 */
export function keepVerified(verifyToken: VerifyToken, now: () => number = Date.now): VerifyToken {
  const kept = new Map<string, { readonly user: SignedIn; readonly until: number }>()
  return async (token) => {
    const digest = createHash('sha256').update(token).digest('base64')
    const known = kept.get(digest)
    if (known && now() < known.until) return { ok: true, value: known.user }
    kept.delete(digest)
    const verified = await verifyToken(token)
    if (!verified.ok) return verified
    if (kept.size >= mostTokens) {
      // The one that was verified first.
      const [oldest] = kept.keys()
      if (oldest !== undefined) kept.delete(oldest)
    }
    kept.set(digest, { user: verified.value, until: Math.min(verified.value.tokenEnds, now() + keptFor) })
    return verified
  }
}
