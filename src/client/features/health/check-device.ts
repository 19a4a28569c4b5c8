/** What this device has for the app; undefined: its browser does not say. */
export interface DeviceReport {
  /** The browser has promised not to clear what is stored. */
  readonly persisted: boolean | undefined
  /** In bytes. */
  readonly used: number | undefined
  readonly free: number | undefined
  /** The app's own files: not here, here, or here with a newer release that waits. */
  readonly files: 'none' | 'kept' | 'newer'
}

/** Looks at what is stored here, and by whom the app was started. Never throws. */
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

// What an old browser, or one in a private window, does not have counts as not said.
const attempt = async <Value>(ask: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
