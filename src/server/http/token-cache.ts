import { createHash } from 'node:crypto'
import type { SignedIn, VerifyToken } from './ports.ts'

// Maximum cached tokens, and milliseconds before a token is verified again: its key may be withdrawn.
const maxTokens = 10_000
const cacheMs = 300_000

/**
 * Caches verified tokens by digest until they expire, at most five minutes.
 * Sign-out and rights are checked with each request, not here. `now`: milliseconds since 1970.
 */
export function cacheVerifiedTokens(verifyToken: VerifyToken, now: () => number = Date.now): VerifyToken {
  const cache = new Map<string, { readonly user: SignedIn; readonly until: number }>()
  return async (token) => {
    const digest = createHash('sha256').update(token).digest('base64')
    const known = cache.get(digest)
    if (known && now() < known.until) return { ok: true, value: known.user }
    cache.delete(digest)
    const verified = await verifyToken(token)
    if (!verified.ok) return verified
    if (cache.size >= maxTokens) {
      // Evict the token that was verified first.
      const [oldest] = cache.keys()
      if (oldest !== undefined) cache.delete(oldest)
    }
    cache.set(digest, { user: verified.value, until: Math.min(verified.value.tokenEnds, now() + cacheMs) })
    return verified
  }
}
