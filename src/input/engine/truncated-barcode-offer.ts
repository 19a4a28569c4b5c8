// Offers a completed barcode for one that lost its first character. The screen finds it among its own
// barcodes, and the strip shows the offer. Nothing happens unless the person accepts it.
import type { ScannerPort } from '#core/commands/context.ts'
import type { Entry, IncomingScan } from './scan-entry.ts'

// The code of the offer in the strip.
const offerCode = 'scan-torn'

// Minimum time before Enter accepts the offer, in milliseconds. An earlier Enter is the scanner's second
// terminator.
const minAcceptDelayMs = 400

type TruncatedBarcodeOffer = Pick<ScannerPort, 'proposedBarcode' | 'acceptProposal'>

/** Creates the offer of the shown outcome. It ends with that outcome or its screen. */
export function createTruncatedBarcodeOffer(engine: {
  readonly last: () => Entry | undefined
  readonly here: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Acknowledges the shown error. */
  readonly acknowledge: () => void
  readonly scan: (scan: IncomingScan) => void
}): TruncatedBarcodeOffer {
  const entry = () => {
    const last = engine.last()
    return last?.code === offerCode && last.address === engine.here() ? last : undefined
  }
  return {
    proposedBarcode: () => {
      const barcode = entry()?.args['barcode']
      return barcode === undefined ? undefined : String(barcode)
    },
    acceptProposal: () => {
      const offer = entry()
      const now = engine.now()
      if (!offer || now - offer.at < minAcceptDelayMs) return undefined
      engine.acknowledge()
      engine.scan({ text: String(offer.args['barcode']), raw: offer.raw, readAt: now })
      return undefined
    },
  }
}
