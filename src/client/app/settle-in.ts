// What the app does for itself on this device, once the person is at work and there is time.
import { isHandheld } from '#client/state/handheld.ts'
import { followReleases } from './release.ts'

/** Keeps the app's files here, follows newer releases, and has a handheld keep what is stored on it. */
export function settleIn(): void {
  void followReleases({
    workers: import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    readPage: async () => (await fetch('/', { cache: 'no-store' })).text(),
    reload: () => window.location.reload(),
  })
  if (isHandheld()) void keepStorage(navigator.storage)
}

/**
 * Asks the browser not to clear what is stored when space runs short. Only handhelds are asked: elsewhere the browser may put the
 * question to the person, and a lost copy costs a load there, no work.
 */
export async function keepStorage(storage: Pick<StorageManager, 'persisted' | 'persist'>): Promise<void> {
  try {
    if (!(await storage.persisted())) await storage.persist()
  } catch {
    // This browser cannot promise it.
  }
}
