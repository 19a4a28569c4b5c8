import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const manifest = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))

/** The product's version from package.json, in calendar form. */
export const productVersion: string = v.parse(
  manifest,
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version
