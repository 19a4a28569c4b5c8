/** Codes of devices that deliver whole texts: HID, serial port, camera. The frame settings do not apply. */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Scan } from './capture.ts'
import { decodeText } from './decode.ts'

const bare: Pick<ScannerProfile, 'frame' | 'decode'> = {
  frame: { prefix: '', terminator: 'unknown', aimId: 'maybe' },
  decode: { layout: 'host', upperCase: true, groupSeparator: '' },
}

// What devices put around a code. Any other character that nobody sees makes the text no code.
const around = /^[ \t\r\n]+|[ \t\r\n]+$/g

/** A text read at `at`, on the page's time scale, as a scan. */
export function readDirect(text: string, channel: 'hid' | 'serial' | 'camera', at: number): Scan {
  const { format: _format, framed: _framed, ...read } = decodeText(text.replace(around, ''), bare)
  return { ...read, at, channel, evidence: 0, keystrokes: [] }
}
