import { loadWithRetries } from '#input/load-with-retries.ts'

const missedSheet = /Unable to preload CSS for (\S+)/

/** Retries style sheets that failed to load with their code: the build requests each of them only once. */
export function fetchMissedStyles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const [, href] = missedSheet.exec(payload.message) ?? []
    if (href !== undefined)
      loadWithRetries(
        () => fetchSheet(href),
        () => undefined,
      )
  })
}

const fetchSheet = (href: string) =>
  new Promise<void>((resolve, fail) => {
    const link = document.createElement('link')
    const giveUp = () => {
      link.remove()
      fail(new Error(href))
    }
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', giveUp)
    Object.assign(link, { rel: 'stylesheet', href })
    document.head.append(link)
  })
