// What came of a scan, and what to do next (contract/scan-codes.ts).

export const scan = {
  'scan-done': 'Done: {command}.',
  'scan-running': 'Read. Waiting for the answer.',
  'scan-busy': 'Read and kept: it runs when the scans before it are done.',
  'scan-held': 'Read and kept: it runs after your OK (F9, Esc or scan OK).',
  'scan-dialog-first': 'Read and kept: answer the open question first, then it runs.',
  'scan-screen-first': 'Read and kept: it runs when the screen is there.',
  'scan-taken-back': '{text} was taken back before it had run.',
  'scan-acknowledged': 'Acknowledged. Scanning goes on.',
  'scan-not-accepted-here': '{text} does nothing on this screen.',
  'scan-barcode-not-here': 'A barcode does nothing on this screen. Open a document first: scan its number.',
  'scan-number-not-here': 'A document number does nothing here.',
  'scan-command-not-here': 'This command does nothing on this screen.',
  'scan-command-unknown': '{text} is no command of this version. Print the command sheet anew.',
  'scan-command-argument': '{text} lacks a part of its command, or has one that does not fit.',
  'scan-unknown': '{text} is no barcode, number or command. Nothing was changed.',
  'scan-fragment': '{text} looks like a part of a code. Nothing was changed; scan it again.',
  'scan-torn': '{barcode}? Enter takes it. {text} lacks its first character; nothing was changed.',
  'scan-glued': '{text} looks like two codes in one. Nothing was changed; scan them one by one.',
  'scan-shifted':
    '{text} looks as if Shift had been down. Nothing was changed; let Shift go and scan it again.',
  'scan-control-characters':
    'The code holds control characters. Nothing was changed; check the scanner in its set-up.',
  'scan-empty': 'The scanner sent an empty code. Scan again.',
  'scan-too-long': 'That is longer than any code here. Nothing was changed.',
  'scan-quantity-set': 'Quantity {quantity} for the next barcode.',
  'scan-quantity-of-line': '{barcode}: {quantity}. Enter saves it.',
  'scan-quantity-cleared': 'The quantity was cleared.',
  'scan-line-left': '{barcode} waits without a quantity. Digits are for the next scan.',
  'number-not-whole': '{number} is not a whole number. Correct it with Backspace.',
  'number-dropped.refused': '{number} was not used: the scan before it was refused. Press OK (F9) first.',
  'number-dropped.not-whole': '{number} was not used: only whole numbers count. Type it again.',
  'number-dropped.no-line': '{number} was not used: there is no scanned line for it. Scan first.',
  'number-dropped.unsure': '{number} was not used: {barcode} or the next code? Scan the barcode, then type.',
  'number-dropped.used-up': '{number} was not used: the code after it was no barcode.',
  'number-lacking': '{barcode} was not taken: {number}, typed before it, was not used. Type and scan again.',
  'scan-not-saved':
    '{text} was meant for a screen that is no longer open ({n} in all). Nothing was saved; open the document and scan again.',
  'scan-restored': '{n} {n|scan|scans} that waited before the reload {n|goes|go} on now.',
  'scan-left-behind':
    'The app was closed before its answer came. Look whether {text} was saved; if not, try again.',
  'scans-left-behind':
    '{n} {n|scan|scans} had no answer when the app was closed. {n|It is|They are} kept in the scan log (h), to be tried again.',
  'scan-failed':
    'Something went wrong inside the app. Look whether {text} was saved before you scan it again.',
  'scan-unreadable':
    '{n} {n|scan|scans} that waited before the reload could not be read back. Check the last lines.',
  'scan-documents-found': '{n} documents have the number {number}. Choose one.',
  'scan-document-missing':
    'No document that you may open has the number {number}. Check the number, and its location and season.',
  'scan-document-elsewhere':
    '{what}: it is worked on at {there}, and you are at {location}. Choose {there} in Setup to go on with it.',
  'scan-document-not-yours':
    '{what}: it is worked on at {there}, where you are not set up. Leave it to {there}.',
  'scan-muted': 'Sound is off.',
  'scan-unmuted': 'Sound is on.',
  'scan-kind-barcode': 'Barcode',
  'scan-kind-number': 'Number',
  'scan-kind-command': 'Command',
  'scan-kind-unknown': 'Unknown code',
  'scan-level-dialog': 'In the open dialog',
  'scan-level-palette': 'In the command palette',
  'scan-level-field': 'In the field',
  'scan-level-screen': 'On this screen',
  'scan-level-shell': 'Everywhere',
  'scan-tone-ok': 'Done',
  'scan-tone-warning': 'Note',
  'scan-tone-error': 'Not done',
  'scan-tone-busy': 'Working',
  'scan-queue-depth': '{n} waiting',
  'scan-quantity-next': 'Next: × {quantity}',
  'scan-quantity-of': '{barcode}: {quantity}',
  'scan-quantity-wanted': '{barcode}: quantity?',
  'scan-error-count': '{at} of {of}',
  'scan-waiting-for-acknowledgement': 'F9, Esc or scan OK',
  'scan-ready': 'Ready to scan',
  'scan-elsewhere': 'Scans are not heard here. Tap this window, or Alt+Tab to it.',
  'scan-strip': 'Last scan',
  'scan-help-text-expanders':
    'Text expanders and macro keyboards type as fast as scanners do. Switch them off on a scanning workstation.',
  'scan-help-slow-scanners':
    'A scanner that holds its keys as long as a person does cannot be told from one. Set it to a faster rate.',
  'scan-help-y-and-z':
    'If Y and Z come out swapped, set the keyboard country of the scanner to that of this computer.',
  'scan-help-modifiers':
    'Scans are read with a hand on Shift, and from scanners that send Alt with each key. With Alt codes on the number pad they are slower: set the scanner to send plain keys.',
  'scan-help-cut-digits':
    'If a barcode of digits is cut short by a stall, the rest may look like a number. Scan again.',
  'scan-help-calibrate':
    'The cure for all of these: set the scanner to end each code with Enter, best with a prefix too.',
} as const
