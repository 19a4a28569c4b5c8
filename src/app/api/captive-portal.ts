// Detects captive portals: networks whose own sign-in page replaces or redirects every answer.
import { http } from './http.ts'

/** Is it a portal's page instead of JSON? */
export function isPortalPage({ status }: Pick<Response, 'status'>, text: string): boolean {
  return status === 511 || (status < 300 && /^\s*</.test(text))
}

/**
 * Does the network redirect calls? Browsers report a refused cross-site redirect as an unreachable server, so
 * one more request is sent without following redirects. `base` is the base URL of the calls.
 */
export async function isRedirectedToPortal(base: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await http.raw(new URL('/health', base).href, {
      redirect: 'manual',
      responseType: 'text',
      ignoreResponseError: true,
      signal,
    })
    // A redirect that is not followed has no readable status.
    return status < 200 || (status >= 300 && status < 400)
  } catch {
    return false
  }
}
