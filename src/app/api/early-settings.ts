// Without imports: the page's first script asks for them (app/shell/early-page.ts).

declare global {
  interface Window {
    /** The site's settings on their way, until the app takes them over. */
    earlySettings?: Promise<Response> | undefined
  }
}

/** Asks for the site's settings. */
export function fetchSettings(): Promise<Response> {
  const settings = fetch('/config.json', { cache: 'no-cache', signal: AbortSignal.timeout(10_000) })
  // A failure is for whoever takes them over.
  settings.catch(() => undefined)
  return settings
}
