// Loads an independent barcode reader. Its binary comes from the package, since by default it would be
// downloaded.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule } from 'zxing-wasm/reader'

const binary = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(binary)).buffer } })

export { readBarcodes } from 'zxing-wasm/reader'
