// Prefetches the open document during a reload. The page's first script starts it (app/shell/early-page.ts),
// in parallel with the app's files. Imports only names, to stay small.
import { OPEN_DOCUMENT, storedName, TOKENS } from '#app/state/stored-name.ts'

interface EarlyDocument {
  readonly url: string
  readonly token: string
  /** When the request was sent, by the page's clock. */
  readonly at: number
  /** Resolves to undefined if the request must be sent again. */
  readonly answer: Promise<Response | undefined>
}

declare global {
  interface Window {
    /** The pending request, until the app uses it. */
    earlyDocument?: EarlyDocument | undefined
  }
}

// Maximum age of the answer, and timeout of the request, in milliseconds.
const maxAgeMs = 5000
const timeoutMs = 10_000

/** Requests the document of this address, if this tab had it open and its person is signed in. */
export function fetchDocument(): EarlyDocument | undefined {
  const { access_token: token, expires_at: expiresAt } = readTab(TOKENS)
  const { address, url } = readTab(OPEN_DOCUMENT)
  if (typeof token !== 'string' || typeof url !== 'string') return undefined
  if (address !== window.location.pathname || Number(expiresAt) * 1000 < Date.now()) return undefined
  const answer = fetch(url, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    (response) => (response.status === 200 ? response : undefined),
    () => undefined,
  )
  return { url, token, at: performance.now(), answer }
}

/** The prefetched answer to this request, if there is one: only once, and never after a change. */
export function takeEarlyDocument(
  method: string,
  url: string,
  token: string,
): Promise<Response | undefined> | undefined {
  const early = window.earlyDocument
  const isSame = method === 'GET' && early?.url === url
  if (isSame || method !== 'GET') window.earlyDocument = undefined
  const isUsable = isSame && early.token === token && performance.now() - early.at < maxAgeMs
  return isUsable ? early.answer : undefined
}

/** Is this the URL of the document at the page's address? */
export function isOpenDocument(url: string): boolean {
  const number = /\/(\d{8})$/.exec(window.location.pathname)?.[1]
  return number !== undefined && url.includes(number)
}

const readTab = (name: string): Readonly<Record<string, unknown>> => {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(storedName(name)) ?? '')
    return Object(read)
  } catch {
    return {}
  }
}
