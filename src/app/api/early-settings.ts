// Prefetches the site's settings. Has no imports, because the page's first script uses it
// (app/shell/early-page.ts).

declare global {
  interface Window {
    /** The pending request of the site's settings, until the app uses it. */
    earlySettings?: Promise<Response> | undefined
  }
}

/** Requests the site's settings. */
export function fetchSettings(): Promise<Response> {
  const settings = fetch('/config.json', { cache: 'no-cache', signal: AbortSignal.timeout(10_000) })
  // `loadRuntimeConfig` handles a failure.
  settings.catch(() => undefined)
  return settings
}
