// A barcode that lost its first character, as the screen has completed it from its own barcodes: offered in the strip, and
// taken by the person or by nobody.
import type { ScannerPort } from '#commands/context.ts'
import type { Entry, IncomingScan } from './scan-entry.ts'

// What the strip says with a completed barcode in it.
const tornCode = 'scan-torn'

// Nobody reads and answers sooner, in milliseconds: an Enter so soon is the scanner's own second end.
const readsAfterMs = 400

export type TornOffer = Pick<ScannerPort, 'offered' | 'takeOffered'>

/** The offer of what the strip shows; it ends with that, and with the screen that made it. */
export function createTornOffer(engine: {
  readonly last: () => Entry | undefined
  readonly here: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The error that stands there is done with. */
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
