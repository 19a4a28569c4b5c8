// Bundles the app's own code as one script. Each simulated page runs it separately and shares no variable.

import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { build, type Rollup } from 'vite'
import type { Page, PageGiven } from './page.ts'

/** A wrong change of the app's code. */
export interface Mutation {
  /** Its effect, in a few words. */
  readonly name: string
  /** The path of the file below `src`. */
  readonly file: string
  readonly from: string
  readonly to: string
}

/** Starts the app in a page with these globals. */
export type StartPage = (globals: Readonly<Record<string, unknown>>, given: PageGiven) => Page

/** Bundles the app without changes, or with a wrong change. */
export async function loadPageCode(mutation?: Mutation): Promise<StartPage> {
  let isChanged = false
  const mutate = {
    name: 'mutate',
    transform: (code: string, id: string) => {
      if (!mutation || !id.endsWith(`/src/${mutation.file}`)) return undefined
      if (code.split(mutation.from).length !== 2)
        throw new Error(`${mutation.name}: ${mutation.file} has no such place`)
      isChanged = true
      return code.replace(mutation.from, () => mutation.to)
    },
  }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [{ ...mutate, enforce: 'pre' }],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: {
        entry: fileURLToPath(new URL('./page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'page',
        fileName: 'page',
      },
    },
  })
  if (mutation && !isChanged) throw new Error(`${mutation.name}: ${mutation.file} is not part of the page`)
  const [{ output }] = [built].flat() as Rollup.RollupOutput[] as [Rollup.RollupOutput]
  const code = output[0].code
  const scripts = new Map<
    string,
    (...values: readonly unknown[]) => { readonly startPage: (given: PageGiven) => Page }
  >()
  return (globals, given) => {
    const names = Object.keys(globals).join(', ')
    const run =
      scripts.get(names) ??
      new Script(`(function (${names}) { ${code}\nreturn page })`, { filename: 'page.js' }).runInThisContext()
    scripts.set(names, run)
    return run(...Object.values(globals)).startPage(given)
  }
}
