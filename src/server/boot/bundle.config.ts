import { dirname, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const outDir = resolve(import.meta.dirname, '../../../dist/server')

/**
 * Bundles the server and its commands into a few files, without packages. Starts twice as fast as sources.
 * `npm run dev` and tests of single files run the sources.
 */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  publicDir: false,
  plugins: [keepSourceUrl()],
  build: {
    ssr: true,
    outDir,
    // One output folder, so that relative file paths are the same in all entries.
    rolldownOptions: {
      input: {
        main: 'src/server/boot/main.ts',
        'import-stock': 'src/server/boot/import-stock.ts',
        'verify-movements': 'src/server/boot/verify-movements.ts',
        'build-site': 'src/server/boot/build-site.ts',
        // A worker thread needs its own file.
        // features/printing/server/printing.ts expects it next to the server.
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

// Keeps `import.meta.url` at the source's address, so that bundled modules find neighbouring files.
function keepSourceUrl(): Plugin {
  return {
    name: 'keep-own-address',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return undefined
      const source = relative(outDir, id.split('?')[0] ?? id)
      if (dirname(source).includes('node_modules')) return undefined
      const sourceUrl = `new URL(${JSON.stringify(source.replaceAll('\\', '/'))}, import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', sourceUrl), map: null }
    },
  }
}
