/** The profile before calibration, for any keyboard scanner with factory settings. */
import type { ScannerProfile } from '#core/wire/scanner-profile.ts'

/** The generic USB scanner; a test keeps it equal to `scanner-profiles/generic-usb.json`. */
export const defaultProfile: ScannerProfile = {
  id: 'generic-usb',
  label: 'Any keyboard scanner (USB)',
  channel: 'any',
  timing: { gapMs: { min: 1, typical: 10, max: 40 }, holdMs: { min: 0, typical: 8, max: 24 } },
  frame: { prefix: '', terminator: 'unknown', aimId: 'maybe' },
  decode: { layout: 'auto', upperCase: true, groupSeparator: '' },
  sink: { required: false, inputMode: 'none', readOnly: false },
  detect: { captureAt: 4, acceptKnown: 4.5, acceptUnknown: 9, quietFixedMs: 60, quietVariableMs: 120 },
  deviceSetup: [
    'Reset the scanner to its factory settings with the code in its manual.',
    'Set the interface to USB keyboard (HID keyboard).',
    'Add the suffix Enter (carriage return): it makes the end of each code certain.',
    'Leave keypad emulation (Alt codes) off: codes are read with it, but several times slower.',
    "Set the scanner's keyboard country to that of this computer.",
  ],
  sources: [
    'Typical keyboard-wedge figures: one report each polling interval of the USB port, press and release.',
  ],
  confidence: 'field-report',
}
