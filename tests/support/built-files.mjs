/** Describes the files of the built app. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root } from '#server/boot/prepare.mjs'

const dist = join(root, 'dist/app')

/**
 * Returns the size of a built file over the wire (brotli and gzip) and its contents: our sources by path,
 * packages by name.
 *
 * @param {string} name path of the file in the build
 */
export function describeFile(name) {
  const content = readFileSync(join(dist, name))
  const built = join(dist, `${name}.br`)
  const sent = existsSync(built) ? readFileSync(built) : brotliCompressSync(content)
  const inside = sourcesOf(name)
  const packages = new Set(inside.map(packageOf).filter((found) => found !== undefined))
  return {
    name,
    bytes: sent.byteLength,
    gzip: gzipSync(content, { level: 9 }).byteLength,
    isCompressed: existsSync(built),
    packages: [...packages].toSorted(),
    sources: inside.filter((source) => source.startsWith('src/')).toSorted(),
  }
}

/** @param {string} name */
function sourcesOf(name) {
  const map = join(dist, `${name}.map`)
  if (!existsSync(map)) return []
  /** @type {{ readonly sources: readonly string[] }} */
  const { sources } = JSON.parse(readFileSync(map, 'utf8'))
  return sources.map((source) => relative(root, join(dirname(map), source)).replaceAll('\\', posix.sep))
}

/** @param {string} source */
function packageOf(source) {
  return source.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
}
