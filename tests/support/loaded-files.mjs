/** What the build made of the app: which files a screen needs, and what is inside of each. */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '#server/boot/prepare.mjs'

const dist = join(root, 'dist/app')

/**
 * @typedef {{ readonly file: string, readonly imports?: readonly string[], readonly dynamicImports?: readonly string[],
 *   readonly css?: readonly string[], readonly isEntry?: boolean }} Chunk
 */

/**
 * Every script and style that loads with the page or with one of the named features: the entry, what the two import,
 * and so on.
 *
 * @param {readonly string[]} features folders of src/client/features
 * @returns {string[]} paths in the build
 */
export function filesOfFirstScreen(features) {
  /** @type {Readonly<Record<string, Chunk>>} */
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const needed = new Set()
  /** @param {string} key */
  const need = (key) => {
    const chunk = manifest[key]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    for (const style of chunk.css ?? []) needed.add(style)
    for (const other of chunk.imports ?? []) need(other)
    for (const other of chunk.dynamicImports ?? []) {
      if (features.some((feature) => other.startsWith(`src/client/features/${feature}/`))) need(other)
    }
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) need(key)
  return [...needed]
}

/**
 * The gzip size of a file of the build, and what went into it: our sources by path, packages by name.
 *
 * @param {string} name its path in the build
 */
export function describeFile(name) {
  const bytes = gzipSync(readFileSync(join(dist, name)), { level: 9 }).byteLength
  const inside = sourcesOf(name)
  const packages = new Set(inside.map(packageOf).filter((found) => found !== undefined))
  return {
    name,
    bytes,
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
