import { dirname, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const outDir = resolve(import.meta.dirname, '../../../dist/server')

/**
 * The server as a few files, packages aside, and the import of stock beside it: it starts in half the time that transpiling
 * each file at every start takes.
 * `npm run dev` and the tests run the sources themselves.
 */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  publicDir: false,
  plugins: [keepOwnAddress()],
  build: {
    ssr: true,
    outDir,
    // Beside each other, so that a file which finds another by its own address has the same one in each.
    rolldownOptions: {
      input: {
        main: 'src/server/boot/main.ts',
        'import-stock': 'src/server/boot/import-stock.ts',
        // A thread begins with a file of its own; server/reports/printing.ts looks for it beside the server's.
        'print-thread': 'src/server/reports/print-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
    target: 'node20',
    sourcemap: true,
    minify: false,
    copyPublicDir: false,
  },
})

// A module that finds a file beside itself has to find it from the bundle too: it keeps the address of its source.
function keepOwnAddress(): Plugin {
  return {
    name: 'keep-own-address',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return undefined
      const source = relative(outDir, id.split('?')[0] ?? id)
      if (dirname(source).includes('node_modules')) return undefined
      const own = `new URL(${JSON.stringify(source.replaceAll('\\', '/'))}, import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', own), map: null }
    },
  }
}
