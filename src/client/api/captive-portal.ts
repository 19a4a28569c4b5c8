// A network that wants a sign-in of its own (a captive portal) puts its page in the place of every answer, or leads to it. Neither
// is a word of the server's.

/** Is this such a page, where JSON was due? */
export function isPortalPage({ status }: Pick<Response, 'status'>, text: string): boolean {
  return status === 511 || (status < 300 && /^\s*</.test(text))
}

/**
 * Does the network lead calls elsewhere? Browsers refuse to follow a call to another site, and say no more of it than of a server
 * that is away: so it is asked once more without following. `base` is the address of the calls.
 */
export async function leadsToPortal(base: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch(new URL('/health', base), {
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    // A redirect that is not followed has no status to be read.
    return status < 200 || (status >= 300 && status < 400)
  } catch {
    return false
  }
}
