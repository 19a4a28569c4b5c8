import { dirname, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const outDir = resolve(import.meta.dirname, '../../../dist/server')

/**
 * Bundles the server and its commands into a few files, without the packages. It starts twice as fast as
 * from the sources. `npm run dev` runs the sources; so do tests of a file alone.
 */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  publicDir: false,
  plugins: [keepOwnAddress()],
  build: {
    ssr: true,
    outDir,
    // In one folder, so that relative file paths are the same in each.
    rolldownOptions: {
      input: {
        main: 'src/server/boot/main.ts',
        'import-stock': 'src/server/boot/import-stock.ts',
        'verify-movements': 'src/server/boot/verify-movements.ts',
        'build-site': 'src/server/boot/build-site.ts',
        // A worker thread needs its own file; features/printing/server/printing.ts looks for it beside the
        // server's.
        'print-thread': 'src/features/printing/server/print-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
    target: 'node20',
    sourcemap: true,
    minify: false,
    copyPublicDir: false,
  },
})

// Keeps `import.meta` at the address of the source, so that a module in the bundle finds the files beside it.
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
