// The text of a scan that answers a question; undefined for a command barcode.
import type { Candidate } from '#core/scan/classify.ts'

export function textOfScan(candidate: Candidate): string | undefined {
  switch (candidate.kind) {
    case 'barcode':
      return candidate.barcode
    case 'number':
      return candidate.number
    case 'unknown':
      return candidate.text
    case 'command':
      return undefined
  }
}
