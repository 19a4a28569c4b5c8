// Decodes barcodes in camera frames: with the browser's BarcodeDetector, otherwise with WebAssembly.
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// The symbologies of our labels and sheets, and those common in the trade.
const formats = ['code_128', 'code_39', 'qr_code', 'data_matrix'] as const

interface Reader {
  readonly detect: (picture: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
}
interface ReaderClass {
  new (options: { readonly formats: readonly string[] }): Reader
  readonly getSupportedFormats: () => Promise<readonly string[]>
}

/** Loads a decoder that returns the non-empty texts in a frame. Rejects if no decoder is available. */
export async function loadCameraReader(): Promise<(video: HTMLVideoElement) => Promise<readonly string[]>> {
  const reader = (await nativeReader()) ?? (await wasmReader())
  return async (video) => (await reader.detect(video)).map(({ rawValue }) => rawValue)
}

async function nativeReader(): Promise<Reader | undefined> {
  const NativeReader: ReaderClass | undefined = Reflect.get(window, 'BarcodeDetector')
  if (NativeReader === undefined) return undefined
  // Some browsers expose the class without an implementation.
  const supported = await NativeReader.getSupportedFormats().catch((): readonly string[] => [])
  return supported.includes('code_128')
    ? new NativeReader({ formats: formats.filter((format) => supported.includes(format)) })
    : undefined
}

async function wasmReader(): Promise<Reader> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...formats] })
}
