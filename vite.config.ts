/// <reference types="vitest/config" />
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rollup } from 'vite'
import type { Release } from './src/app/worker/app-worker.ts'

// The version of the app. The health screen shows it beside the version of the server.
process.env.VITE_APP_VERSION = String(
  JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')).version,
)

// Tests that start a database or a whole server.
const integration = [
  'tests/integration/**/*.test.ts',
  'tests/simulation/**/*.test.ts',
  'tests/abuse/**/*.test.ts',
  'tests/security/**/*.test.ts',
]
// Power cuts. They need Linux, a C compiler and PostgreSQL.
const power = ['tests/power/**/*.test.ts']
// Tests that need a DOM.
const dom = ['src/{app,input}/**/*.test.{ts,tsx}', 'src/**/client/**/*.test.{ts,tsx}', 'tests/**/*.test.tsx']

// The service worker caches a larger file, in bytes, after its first use. It caches smaller files, and all
// files of the first screen, when it is installed.
const maxPrecachedBytes = 250_000

// Writes the service worker after the build, because it contains the list of the built files. Development has
// no service worker.
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: async ({ dir = '' }, bundle) => {
      const start: readonly string[] =
        readFileSync(join(dir, 'index.html'), 'utf8').match(/\/assets\/[^" ]+/g) ?? []
      const files: Record<string, string> = {}
      const later: Record<string, string> = {}
      for (const path of Object.keys(bundle).map((name) => `/${name}`)) {
        if (!path.startsWith('/assets/') || path.endsWith('.map')) continue
        const content = readFileSync(join(dir, path))
        const part = content.byteLength > maxPrecachedBytes && !start.includes(path) ? later : files
        part[path] = `sha256-${createHash('sha256').update(content).digest('base64')}`
      }
      const release = { start, files, later }
      const id = createHash('sha256').update(JSON.stringify(release)).digest('hex').slice(0, 12)
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { RELEASE: JSON.stringify({ id, ...release } satisfies Release) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: {
            input: 'src/app/worker/sw.ts',
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}

// Compresses the files at the highest quality, which is too slow for each request. Larger files, in bytes,
// are rarely loaded and would slow the build down.
const maxCompressedBytes = 1_000_000
function compressed(): Plugin {
  const compress = promisify(brotliCompress)
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: async ({ dir = '' }, bundle) => {
      const files = Object.keys(bundle).filter((path) => /^assets\/.*\.(js|css|svg)$/.test(path))
      await Promise.all(
        files.map(async (path) => {
          const content = readFileSync(join(dir, path))
          if (content.byteLength > maxCompressedBytes) return
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
          }
          await writeFile(join(dir, `${path}.br`), await compress(content, { params }))
        }),
      )
    },
  }
}

// The modules that the first scan needs, besides those of the first screen.
const workEntries =
  /src\/(app\/shell\/app-frame\.tsx|documents\/client\/screens\.tsx|app\/api\/answer-store\.ts)$/

// The files of the work entries and their imports: styles first, then scripts by size.
function workFilesOf(bundle: Rollup.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const addImports = (chunk: Rollup.OutputChunk, known: Set<Rollup.OutputChunk>) => {
    if (known.has(chunk)) return known
    known.add(chunk)
    for (const each of chunks) if (chunk.imports.includes(each.fileName)) addImports(each, known)
    return known
  }
  const start = new Set<Rollup.OutputChunk>()
  const work = new Set<Rollup.OutputChunk>()
  for (const chunk of chunks) {
    if (chunk.isEntry) addImports(chunk, start)
    if (workEntries.test(chunk.facadeModuleId ?? '')) addImports(chunk, work)
  }
  const own = [...work]
    .filter((chunk) => !start.has(chunk))
    .toSorted((one, other) => other.code.length - one.code.length)
  const styles = own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set([...styles, ...own.map(({ fileName }) => fileName)])].map((path) => `/${path}`)
}

// The file of each language with the sentences up to the first scan: the attributes `data-words-…` of the
// early script.
function wordsOf(bundle: Rollup.OutputBundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.values(bundle).flatMap((each) => {
      const language = each.type === 'chunk' && /text\/(\w+)\/first\.ts$/.exec(each.facadeModuleId ?? '')?.[1]
      return language ? [[`data-words-${language}`, `/${each.fileName}`]] : []
    }),
  )
}

// The font file that every screen needs: the attribute `data-typeface` of the early script.
function typefaceOf(bundle: Rollup.OutputBundle): string {
  const files = Object.values(bundle).filter(
    (each) =>
      each.type === 'asset' && each.originalFileNames.some((name) => name.endsWith('/fonts/next.woff2')),
  )
  return files.map(({ fileName }) => `/${fileName}`).join(' ')
}

// Adds the early script to the page's head. It is a separate file, because the content security policy allows
// no inline script.
function earlyPage(): Plugin {
  const source = 'src/app/shell/early-page.ts'
  let file = ''
  return {
    name: 'early-page',
    async buildStart() {
      if (this.environment.mode !== 'build') return
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: { write: false, rolldownOptions: { input: source, output: { format: 'iife' } } },
      })
      const code = [built].flat().flatMap((each) => ('output' in each ? each.output : []))[0]
      if (code?.type !== 'chunk') throw new Error(`${source} was not built`)
      file = `assets/early-page-${createHash('sha256').update(code.code).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: file, source: code.code })
    },
    transformIndexHtml: (_, { bundle }) => [
      {
        tag: 'script',
        attrs: bundle
          ? {
              src: `/${file}`,
              'data-typeface': typefaceOf(bundle),
              'data-work': workFilesOf(bundle).join(' '),
              ...wordsOf(bundle),
            }
          : { type: 'module', src: `/${source}` },
        injectTo: 'head-prepend',
      },
    ],
  }
}

export default defineConfig({
  plugins: [react(), earlyPage(), serviceWorker(), compressed()],
  // The server replaces this text by a new nonce in each page.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    sourcemap: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // Two files for the first screen. Otherwise the code that it shares with later screens would be split into
    // a dozen small files. Packages are a separate file: browsers keep it over releases without new packages.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'packages', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'start', tags: ['$initial'] },
            // Scanning and documents with their imports. Two files would be four per cent larger. They must have
            // no top-level await: the build would add a file that only re-exports another one.
            {
              name: 'work',
              test: /src[\\/](app[\\/]shell[\\/]app-frame|documents[\\/]client[\\/]screens)\.tsx$/,
            },
          ],
        },
      },
    },
  },
  test: {
    // Use all cores. By default, vitest leaves one out: half of two cores.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...dom, ...integration, ...power, 'tests/e2e/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: dom,
          setupFiles: ['tests/support/dom.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // A worker keeps the loaded server modules, and the template of the test databases, for its next file.
          isolate: false,
          environment: 'node',
          include: integration,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'power',
          environment: 'node',
          include: power,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
