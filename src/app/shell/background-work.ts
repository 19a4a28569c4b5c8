// Background work of the app on this device, when idle.
import { http } from '#app/api/http.ts'
import { isHandheld } from '#app/state/handheld.ts'
import { followReleases } from './release.ts'

/** Stores the app's files, follows newer releases, and asks a handheld for persistent storage. */
export function startBackgroundWork(): void {
  void followReleases({
    workers: import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    readPage: () => http<string, 'text'>('/', { responseType: 'text' }),
    reload: () => window.location.reload(),
  })
  if (isHandheld()) void keepStorage(navigator.storage)
}

/**
 * Asks the browser not to clear storage when space is low. Only on handhelds: elsewhere the browser may ask
 * the person, and lost data only costs a reload.
 */
export async function keepStorage(storage: Pick<StorageManager, 'persisted' | 'persist'>): Promise<void> {
  try {
    if (!(await storage.persisted())) await storage.persist()
  } catch {
    // This browser does not support it.
  }
}
