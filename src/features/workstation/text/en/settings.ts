// Outcomes of the commands for this workstation and its scanners, on any screen.

export const settings = {
  'workstation.speaks': 'Voice is on.',
  'workstation.speaksNot': 'Voice is off.',
  'workstation.contrastIsMore': 'Contrast: high.',
  'workstation.contrastIsSystem': 'Contrast: device setting.',
  'workstation.textSizeIs': 'Text size {percent} %.',
  'workstation.languageIs': 'Language: {language}. The page loads again when all work here is stored.',
  'workstation.volumeIs': 'Volume {percent} %.',
  'workstation.vibrates': 'Vibration is on.',
  'workstation.vibratesNot': 'Vibration is off.',
  'workstation.holds': 'After an error, scans wait for your OK.',
  'workstation.holdsNot': 'After an error, scans continue. The error is in the scan log.',
  directNotHere:
    'This browser cannot connect such a device. Use Chrome or Edge on a computer, or a keyboard scanner.',
  directInsecure:
    'Devices need https. Open Trimline with its https address, or ask an administrator for one.',
  directOnAlready: 'It is connected already.',
  directOn: 'The scanner is connected.',
  directOnNamed: '{name} is connected.',
  directNoneChosen: 'No scanner was chosen. Nothing was changed.',
  directDenied: 'The browser may not use the device. Allow it beside the address, then try again.',
  directBusy: 'Another program uses it. Close that program or other tabs of Trimline, then try again.',
  directWrongMode:
    'This scanner is not in HID POS mode. Set it with the code in its manual, then connect it again.',
  directNoCamera: 'No free camera on this device.',
  directLost: 'Scanner disconnected. Plug it in again: it reconnects by itself.',
  directFailed: 'The scanner could not be opened. Unplug it, plug it in again, then try again.',
  scannerProfileSet: 'This workstation is set to: {label}',
  scannerProfileUnclear: '{words} can be: {labels}. Type more of it.',
  scannerProfileUnknown: 'There is no scanner profile for {words}. Nothing was changed.',
  notLoaded: 'This could not be loaded. Check the network, then try again.',
  'speech.next': '{where}: {quantity}',
  'speech.nextPlace': '{where}',
} as const
