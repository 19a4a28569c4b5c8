/**
 * `npm run fonts`: builds the app's font files from their packages. Atkinson Hyperlegible Next and Mono (SIL
 * Open Font License 1.1) distinguish 0 from O, and 1, l and I. The subset has Latin with all European
 * accents. Other scripts and a few missing signs (arrows) use system fonts.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '#server/boot/prepare.mjs'

const ofPackages = createRequire(import.meta.url)
const family = '@fontsource-variable/atkinson-hyperlegible-'

/** Folder of the fonts in the app. */
export const fontFolder = join(root, 'src/app/shell/fonts')

const ascii = between(0x20, 0x7e)
const latin = `${ascii}${between(0xa0, 0xff)}ıŒœ–—‘’‚“”„†•…‹›€™−`
const extended = `${between(0x100, 0x17f)}ȘșȚțẞ`

/**
 * The font files: name in the app, file of the package, characters, and layout features in addition to
 * kerning and accents. `tnum` makes all digits equally wide.
 *
 * @type {readonly { readonly name: string, readonly from: string, readonly text: string, readonly features:
 *   readonly string[] }[]}
 */
export const fonts = [
  { name: 'next', from: 'next/files/atkinson-hyperlegible-next-latin', text: latin, features: ['tnum'] },
  {
    name: 'next-extended',
    from: 'next/files/atkinson-hyperlegible-next-latin-ext',
    text: extended,
    features: [],
  },
  { name: 'mono', from: 'mono/files/atkinson-hyperlegible-mono-latin', text: `${ascii}–—…×−·`, features: [] },
]

/**
 * Makes one font file: the listed characters in all weights from regular to bold.
 *
 * @param {(typeof fonts)[number]} font
 * @returns {Promise<Uint8Array>} woff2
 */
export function makeFont({ from, text, features }) {
  const subset = ofPackages('subset-font')
  return subset(readFileSync(ofPackages.resolve(`${family}${from}-wght-normal.woff2`)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: ['ccmp', 'kern', 'mark', 'mkmk', ...features],
    // Keeps the copyright and licence.
    preserveNameIds: [0, 13, 14],
  })
}

/**
 * @param {number} first
 * @param {number} last
 */
function between(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  for (const font of fonts) {
    const content = await makeFont(font)
    writeFileSync(join(fontFolder, `${font.name}.woff2`), content)
    console.log(`${String(content.byteLength).padStart(6)} bytes  ${font.name}.woff2`)
  }
  const licences = ['next', 'mono'].map((name) =>
    readFileSync(ofPackages.resolve(`${family}${name}/LICENSE`), 'utf8'),
  )
  writeFileSync(join(fontFolder, 'OFL.txt'), `${licences.map((text) => text.trim()).join('\n\n\n')}\n`)
}
