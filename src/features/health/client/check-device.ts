/** The app's storage on this device; undefined if the browser does not report it. */
export interface DeviceReport {
  /** True if the browser guarantees not to clear the storage. */
  readonly persisted: boolean | undefined
  /** In bytes. */
  readonly used: number | undefined
  readonly free: number | undefined
  /** The app's files: not stored, stored, or stored with a newer release ready. */
  readonly files: 'none' | 'kept' | 'newer'
}

/** The unconfirmed operations of all users on this device; `oldest` is in milliseconds since 1970. */
export interface PendingReport {
  readonly n: number
  readonly oldest: number | undefined
}

/**
 * Reads the unconfirmed operations on this device; undefined if the storage cannot be read. Never throws.
 */
export async function checkPending(): Promise<PendingReport | undefined> {
  try {
    const { createStorage } = await import('#app/outbox/storage.ts')
    const { operations } = await createStorage().read()
    const [first] = operations.map(({ at }) => at).toSorted((one, other) => one - other)
    return { n: operations.length, oldest: first }
  } catch {
    return undefined
  }
}

/** Checks storage and service worker. Never throws. */
export async function checkDevice(device: Navigator = navigator): Promise<DeviceReport> {
  const [persisted, estimate, registration] = await Promise.all([
    attempt(() => device.storage.persisted()),
    attempt(() => device.storage.estimate()),
    attempt(() => device.serviceWorker.getRegistration()),
  ])
  const { usage: used, quota } = estimate ?? {}
  return {
    persisted,
    used,
    free: quota === undefined || used === undefined ? undefined : Math.max(0, quota - used),
    files: !registration?.active ? 'none' : registration.waiting ? 'newer' : 'kept',
  }
}

// An API that is missing in an old browser or private window counts as unknown.
const attempt = async <Value>(ask: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
