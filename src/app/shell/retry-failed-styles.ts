import { loadWithRetries } from '#input/load-with-retries.ts'

const failedSheetPattern = /Unable to preload CSS for (\S+)/

/** Retries style sheets that failed to load with their code: the build requests each of them only once. */
export function retryFailedStyles(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    const [, href] = failedSheetPattern.exec(payload.message) ?? []
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
    const onError = () => {
      link.remove()
      fail(new Error(href))
    }
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', onError)
    Object.assign(link, { rel: 'stylesheet', href })
    document.head.append(link)
  })
