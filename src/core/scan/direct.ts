/** Reads codes of devices that deliver whole texts: HID, serial port, camera. Frame settings do not apply. */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'
import type { Scan } from './capture.ts'
import { decodeText } from './decode.ts'

const noFrame: Pick<ScannerProfile, 'frame' | 'decode'> = {
  frame: { prefix: '', terminator: 'unknown', aimId: 'maybe' },
  decode: { layout: 'host', upperCase: true, groupSeparator: '' },
}

// The whitespace that devices send around a code. The text is no code with any other invisible character.
const spaceAround = /^[ \t\r\n]+|[ \t\r\n]+$/g

/** Converts a text to a scan; `at` is on the page's time scale. */
export function readDirect(text: string, channel: 'hid' | 'serial' | 'camera', at: number): Scan {
  const { format: _format, framed: _framed, ...read } = decodeText(text.replace(spaceAround, ''), noFrame)
  return { ...read, at, channel, evidence: 0, keystrokes: [] }
}
