// Checks whether another server is reachable but does not allow this origin in its CORS settings. Loaded on
// demand.
import type { FetchOptions } from 'ofetch'
import { http } from './http.ts'

/**
 * Browsers report a refused origin as an unreachable server. A request without CORS proves that the server is
 * there, and the same read with CORS that it is refused. `url` and `headers` are those of the failed call;
 * nothing is changed.
 */
export async function refusesOrigin(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  const isAnswered = (options: FetchOptions<'text'>) =>
    http.raw(url, { responseType: 'text', ignoreResponseError: true, signal, ...options }).then(
      () => true,
      () => false,
    )
  return (await isAnswered({ mode: 'no-cors' })) && !(await isAnswered({ headers })) && !signal.aborted
}
