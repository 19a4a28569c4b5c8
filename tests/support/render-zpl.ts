// Prints ZPL like a label printer: an independent renderer draws pictures, and their barcodes are read.
import { Worker } from 'node:worker_threads'
import { readBarcodes } from './read-barcodes.ts'

/** A printed label and its number of copies. */
export interface RenderedLabel {
  /** PNG. */
  readonly picture: Buffer
  /** The codes that a scanner reads on it, sorted: Code 128 and QR codes. */
  readonly read: readonly string[]
  /** The same codes after their symbology: 'Code128 B000000001'. */
  readonly symbols: readonly string[]
  /** From `^PQ`; the default is 1. */
  readonly count: number
}

export interface ZplPrinter {
  /** Prints a stream at 203 or 300 dpi. Each format is printed once, with its number of copies. */
  readonly print: (stream: string, dpi: number) => Promise<readonly RenderedLabel[]>
  readonly close: () => Promise<void>
}

interface Rendered {
  readonly id: number
  readonly png?: string
  readonly error?: string
}

/** Starts a renderer in a separate thread. */
export function startZplPrinter(): ZplPrinter {
  const thread = new Worker(new URL('zpl-thread.mjs', import.meta.url))
  const waiting = new Map<number, (rendered: Rendered) => void>()
  thread.on('message', (rendered: Rendered) => waiting.get(rendered.id)?.(rendered))
  let last = 0
  const render = (zpl: string, dpi: number): Promise<Buffer> => {
    last += 1
    const id = last
    // Dots per millimetre; manufacturers name the resolution in dots per inch.
    const dots = dpi === 203 ? 8 : 12
    const [, width = '0', length = '0'] = /\^PW(\d+)\^LL(\d+)/.exec(zpl) ?? []
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ png, error }) => {
        waiting.delete(id)
        if (png === undefined) reject(new Error(error))
        else resolve(Buffer.from(png, 'base64'))
      })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage({ id, zpl, width: Number(width) / dots, height: Number(length) / dots, dots })
    })
  }
  return {
    print: async (stream, dpi) => {
      const labels: RenderedLabel[] = []
      for (const format of stream.split(/(?<=\^XZ\n)/)) {
        const picture = await render(format, dpi)
        labels.push({ picture, ...(await readPicture(picture)), count: countIn(format) })
      }
      return labels
    },
    close: async () => {
      await thread.terminate()
    },
  }
}

const countIn = (format: string) => Number(/\^PQ(\d+)/.exec(format)?.[1] ?? '1')

// Returns the codes that a scanner reads in a PNG, sorted.
async function readPicture(png: Uint8Array): Promise<Pick<RenderedLabel, 'read' | 'symbols'>> {
  const found = await readBarcodes(png, {
    formats: ['Code128', 'QRCode'],
    tryHarder: true,
    tryRotate: false,
    tryInvert: false,
    maxNumberOfSymbols: 255,
  })
  const valid = found.filter(({ isValid }) => isValid)
  return {
    read: valid.map(({ text }) => text).toSorted(),
    symbols: valid.map(({ format, text }) => `${format} ${text}`).toSorted(),
  }
}
