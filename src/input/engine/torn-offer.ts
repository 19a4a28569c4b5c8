// A barcode without its first character, completed by the screen from its own barcodes: proposed in the
// strip, used only if the person accepts.
import type { ScannerPort } from '#core/commands/context.ts'
import type { Entry, IncomingScan } from './scan-entry.ts'

// The strip's code for a completed barcode.
const tornCode = 'scan-torn'

// Minimum time before an Enter counts as acceptance, in milliseconds: an earlier one is the scanner's second
// terminator.
const readsAfterMs = 400

export type TornOffer = Pick<ScannerPort, 'offered' | 'takeOffered'>

/** The proposal of the shown outcome; it ends with the outcome, and with its screen. */
export function createTornOffer(engine: {
  readonly last: () => Entry | undefined
  readonly here: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Acknowledges the shown error. */
  readonly acknowledge: () => void
  readonly scan: (scan: IncomingScan) => void
}): TornOffer {
  const entry = () => {
    const last = engine.last()
    return last?.code === tornCode && last.address === engine.here() ? last : undefined
  }
  return {
    offered: () => {
      const barcode = entry()?.args['barcode']
      return barcode === undefined ? undefined : String(barcode)
    },
    takeOffered: () => {
      const offer = entry()
      const now = engine.now()
      if (!offer || now - offer.at < readsAfterMs) return undefined
      engine.acknowledge()
      engine.scan({ text: String(offer.args['barcode']), raw: offer.raw, readAt: now })
      return undefined
    },
  }
}
