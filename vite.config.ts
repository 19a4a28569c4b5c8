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

// The app's own version, told apart from the server's on the health screen.
process.env.VITE_APP_VERSION = String(
  JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')).version,
)

// Tests that bring up a database or a whole server; each file may take a while before its first answer.
const integration = [
  'tests/integration/**/*.test.ts',
  'tests/simulation/**/*.test.ts',
  'tests/abuse/**/*.test.ts',
  'tests/security/**/*.test.ts',
]
// Power cuts, which need Linux, a C compiler and PostgreSQL's programs.
const power = ['tests/power/**/*.test.ts']
// Tests that need a document.
const dom = ['src/{app,input}/**/*.test.{ts,tsx}', 'src/**/client/**/*.test.{ts,tsx}', 'tests/**/*.test.tsx']

// A file that is larger than this, in bytes, and not of the start, is kept on devices only where it has been
// used.
const large = 250_000

// Writes the service worker, a file of its own, once it can be said what this release consists of.
// Development has none.
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
        const part = content.byteLength > large && !start.includes(path) ? later : files
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

// Compresses as small as it gets, which takes too long while somebody waits for it. What is larger, in bytes,
// is fetched by few: a megabyte takes the build seconds.
const seldom = 1_000_000
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
          if (content.byteLength > seldom) return
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

// What somebody who is signed in needs before the first scan, besides the start.
const workEntries =
  /src\/(app\/shell\/app-frame\.tsx|documents\/client\/screens\.tsx|app\/api\/answer-store\.ts)$/

// The files of these modules with all that they import, styles first, then the largest.
function filesOf(bundle: Rollup.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const withImports = (chunk: Rollup.OutputChunk, known: Set<Rollup.OutputChunk>) => {
    if (known.has(chunk)) return known
    known.add(chunk)
    for (const each of chunks) if (chunk.imports.includes(each.fileName)) withImports(each, known)
    return known
  }
  const start = new Set<Rollup.OutputChunk>()
  const work = new Set<Rollup.OutputChunk>()
  for (const chunk of chunks) {
    if (chunk.isEntry) withImports(chunk, start)
    if (workEntries.test(chunk.facadeModuleId ?? '')) withImports(chunk, work)
  }
  const own = [...work]
    .filter((chunk) => !start.has(chunk))
    .toSorted((one, other) => other.code.length - one.code.length)
  const styles = own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set([...styles, ...own.map(({ fileName }) => fileName)])].map((path) => `/${path}`)
}

// The sentences that each language has from the first scan on: `data-words-…` of the first script.
function wordsOf(bundle: Rollup.OutputBundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.values(bundle).flatMap((each) => {
      const language = each.type === 'chunk' && /text\/(\w+)\/first\.ts$/.exec(each.facadeModuleId ?? '')?.[1]
      return language ? [[`data-words-${language}`, `/${each.fileName}`]] : []
    }),
  )
}

// The file of the typeface that every screen needs: `data-typeface` of the first script.
function typefaceOf(bundle: Rollup.OutputBundle): string {
  const files = Object.values(bundle).filter(
    (each) =>
      each.type === 'asset' && each.originalFileNames.some((name) => name.endsWith('/fonts/next.woff2')),
  )
  return files.map(({ fileName }) => `/${fileName}`).join(' ')
}

// Puts the first script into the page's head, as a file of its own: the policy of the page allows no script
// within it.
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
              'data-work': filesOf(bundle).join(' '),
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
  // The server puts a nonce of its own in this place for each page that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  // light-dark() is not used: what would stand in for it in older browsers need not be sent. This is its flag
  // in Lightning CSS.
  css: { lightningcss: { exclude: 1_048_576 } },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    sourcemap: true,
    manifest: true,
    modulePreload: { polyfill: false },
    // Two files for the start: what the entry shares with later screens would otherwise fall into a dozen
    // small files, each a request of its own. The packages stand apart, so that browsers keep them over
    // releases that leave them alone.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'packages', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'start', tags: ['$initial'] },
            // What comes next, in one file with all that it needs: scanning with its frame, documents. In two
            // they would be four per cent larger. None of it may wait while it is evaluated (a top-level
            // await): the build would add a file that only passes on what is in another.
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
    // Every core works: by default one is left out, which on two is half of them.
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
          // A worker keeps what it has loaded for its next file: the whole server, and the copy that
          // databases start from.
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
