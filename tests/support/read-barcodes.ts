// A barcode reader that has no part in drawing them, its binary from its package: left alone, it would fetch
// it from the network.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule } from 'zxing-wasm/reader'

const binary = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(binary)).buffer } })

export { readBarcodes } from 'zxing-wasm/reader'
