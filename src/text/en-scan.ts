/** What scanning says, by the codes of `contract/scan-codes.ts`. A sentence with arguments is a function of them. */
import type { ScanTextCode } from '#contract/scan-codes.ts'

type Arguments = Readonly<Record<string, string | number>>
type Sentence = string | ((args: Arguments) => string)

export const enScan = {
  'scan-busy': ({ depth }) => `Working. ${depth} ${depth === 1 ? 'scan waits' : 'scans wait'}.`,
  'scan-held': ({ depth }) =>
    `Waiting: acknowledge the error to go on with ${depth} ${depth === 1 ? 'scan' : 'scans'}.`,
  'scan-not-accepted-here': ({ text }) => `${text}: not wanted at this step.`,
  'scan-barcode-not-here': ({ text }) => `${text} is a barcode. Open a document to use it.`,
  'scan-number-not-here': ({ text }) => `${text} is a number that nothing here takes.`,
  'scan-command-not-here': ({ text }) => `${text}: this command does nothing on this screen.`,
  'scan-command-unknown': ({ text }) => `${text}: no such command. Print a new command sheet.`,
  'scan-command-argument': ({ text }) => `${text}: the command is known, its value is not.`,
  'scan-unknown': ({ text }) => `${text}: neither a barcode, a number nor a command.`,
  'scan-fragment': ({ text }) => `${text} looks like part of a code. Scan it again.`,
  'scan-glued': ({ text }) => `${text} looks like two codes in one. Scan them one at a time.`,
  'scan-control-characters': 'The code holds control characters. It is not one of ours.',
  'scan-empty': 'The scanner sent nothing but its frame. Scan again.',
  'scan-too-long': 'The code is too long to be one of ours.',
  'scan-quantity-set': ({ quantity }) => `${quantity} of the next barcode. Esc clears it.`,
  'scan-quantity-cleared': 'Quantity cleared.',
  'scan-not-saved': 'Waiting scans cannot be kept on this device: do not reload before they are done.',
  'scan-restored': ({ depth }) => `${depth} ${depth === 1 ? 'scan' : 'scans'} from before the reload go on.`,
  'scan-failed': ({ text }) => `${text}: something went wrong. Scan it again.`,
  'scan-kind-barcode': 'Barcode',
  'scan-kind-number': 'Number',
  'scan-kind-command': 'Command',
  'scan-kind-unknown': 'Unknown',
  'scan-level-dialog': 'In a dialog',
  'scan-level-palette': 'In the command palette',
  'scan-level-field': 'In a field',
  'scan-level-screen': 'On this screen',
  'scan-level-shell': 'Everywhere',
  'scan-queue-depth': ({ depth }) => `${depth} ${depth === 1 ? 'scan' : 'scans'} waiting`,
  'scan-waiting-for-acknowledgement': 'Press Enter or scan OK to go on.',
  'scan-help-text-expanders':
    'Text expanders and macro keyboards type like scanners. Turn them off here, or give the scanner a prefix.',
  'scan-help-slow-scanners':
    'A scanner that is slow and holds its keys like a person can be taken for one. Set it up on the scanner screen.',
  'scan-help-y-and-z':
    'Y and Z change places between keyboard countries. Set the country of the scanner in its profile.',
  'scan-help-cut-digits':
    'A barcode of digits that breaks off looks like a number. A scanner that ends each code with Enter prevents it.',
  'scan-help-calibrate': 'Scan the three test codes once for each scanner: it makes reading certain.',
} as const satisfies Readonly<Record<ScanTextCode, Sentence>>
