// The name of this device: set by the user, or its model as reported by the browser.
import * as v from 'valibot'
import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { deviceName } from '#features/scanner-setup/common/device-profiles.ts'

// User-Agent Client Hints: in Chrome and Edge, with a model on Android only.
interface WithHints {
  readonly userAgentData?: {
    readonly getHighEntropyValues?: (hints: readonly string[]) => Promise<{ readonly model?: string }>
  }
}

/** Returns the device name in capitals; undefined if it is not set and the browser reports no model. */
export async function currentDeviceName(): Promise<string | undefined> {
  const set = store.get(preferencesAtom).deviceName
  return set ?? readDeviceName(await modelOf(navigator))
}

/** Parses a device name; undefined if invalid. */
export function readDeviceName(text: string): string | undefined {
  const read = v.safeParse(deviceName, text)
  return read.success ? read.output : undefined
}

const modelOf = async (device: Navigator & WithHints): Promise<string> => {
  try {
    return (await device.userAgentData?.getHighEntropyValues?.(['model']))?.model ?? ''
  } catch {
    return ''
  }
}
