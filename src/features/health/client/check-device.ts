/** The device's storage for the app; undefined: the browser does not say. */
export interface DeviceReport {
  /** The browser has promised not to clear the storage. */
  readonly persisted: boolean | undefined
  /** In bytes. */
  readonly used: number | undefined
  readonly free: number | undefined
  /** The app's own files: not stored, stored, or stored with a newer release waiting. */
  readonly files: 'none' | 'kept' | 'newer'
}

/** Unconfirmed operations on this device, of all people; `oldest` in milliseconds since 1970. */
export interface WaitingReport {
  readonly n: number
  readonly oldest: number | undefined
}

/** Reads the unconfirmed operations on this device; undefined if the storage cannot be read. Never throws. */
export async function checkWaiting(): Promise<WaitingReport | undefined> {
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

// APIs missing in old browsers or private windows count as unknown.
const attempt = async <Value>(ask: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
