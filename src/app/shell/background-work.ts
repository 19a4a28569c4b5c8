// Background work of the app on this device, started when the browser is idle.
import { http } from '#app/api/http.ts'
import { isHandheld } from '#app/state/handheld.ts'
import { followReleases } from './release.ts'

/** Stores the app's files, checks for newer releases, and requests persistent storage on a handheld. */
export function startBackgroundWork(): void {
  void followReleases({
    workers: import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    readPage: () => http<string, 'text'>('/', { responseType: 'text' }),
    reload: () => window.location.reload(),
  })
  if (isHandheld()) void requestPersistentStorage(navigator.storage)
}

/**
 * Requests persistent storage on handhelds only: other browsers may ask the person, and lost data there only
 * costs a reload.
 */
export async function requestPersistentStorage(
  storage: Pick<StorageManager, 'persisted' | 'persist'>,
): Promise<void> {
  try {
    if (!(await storage.persisted())) await storage.persist()
  } catch {
    // This browser does not support it.
  }
}
