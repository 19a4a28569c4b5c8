// What this device is called: set by a person, or its model as the browser tells it.
import * as v from 'valibot'
import { preferencesAtom } from '#app/state/preferences.ts'
import { store } from '#app/state/store.ts'
import { deviceName } from '#core/wire/device-profiles.ts'

// User-Agent Client Hints: Chrome and Edge, with a model on Android only.
interface WithHints {
  readonly userAgentData?: {
    readonly getHighEntropyValues?: (hints: readonly string[]) => Promise<{ readonly model?: string }>
  }
}

/** The device's name in capitals; undefined if nobody has set one and the browser tells no model. */
export async function deviceNameHere(): Promise<string | undefined> {
  const set = store.get(preferencesAtom).deviceName
  return set ?? readDeviceName(await modelOf(navigator))
}

/** A text as a device name; undefined if it is none. */
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
