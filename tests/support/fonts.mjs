/**
 * `npm run fonts`: builds the font files of the app from their packages, and those of print from packages
 * that it downloads. On screen, Atkinson Hyperlegible Next and Mono (SIL Open Font License 1.1) distinguish 0
 * from O, and 1, l and I. The subset has Latin with all European accents. Other scripts and a few missing
 * signs (arrows) use system fonts.
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { create } from 'fontkit'
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

/** Folder of the fonts in print. */
export const paperFontFolder = join(root, 'src/features/printing/server/paper/fonts')

// Punctuation, kana, ideographs, compatibility and full-width forms. The font has more ideographs, which
// names rarely use and which would double its size.
const han = [
  between(0x3000, 0x33ff),
  between(0x4e00, 0x9fff),
  between(0xf900, 0xfaff),
  between(0xfe30, 0xfe4f),
  between(0xff00, 0xffef),
].join('')

// The font files of print: name, package, its file, and the characters if it is not used whole. DejaVu
// remains unchanged, because a subset would lose the sign for a missing letter.
const dejavu = 'dejavu-fonts-ttf@2.37.3'
const paperFonts = [
  { name: 'normal', from: dejavu, file: 'ttf/DejaVuSansCondensed.ttf' },
  { name: 'bold', from: dejavu, file: 'ttf/DejaVuSansCondensed-Bold.ttf' },
  {
    name: 'thai',
    from: '@fontsource/noto-sans-thai@5.3.0',
    file: 'files/noto-sans-thai-thai-400-normal.woff',
  },
  {
    name: 'devanagari',
    from: '@fontsource/noto-sans-devanagari@5.3.0',
    file: 'files/noto-sans-devanagari-devanagari-400-normal.woff',
  },
  {
    name: 'hangul',
    from: '@openfonts/noto-sans-kr_korean@1.44.1',
    file: 'files/noto-sans-kr-korean-400.woff',
  },
  {
    name: 'han',
    from: '@openfonts/noto-sans-sc_all@1.44.1',
    file: 'files/noto-sans-sc-all-400.woff',
    text: han,
  },
]

async function makePaperFonts() {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-fonts-'))
  /** @type {(from: string, file: string) => Buffer} */
  const read = (from, file) => {
    const options = /** @type {const} */ ({ cwd: folder, encoding: 'utf8' })
    const packed = execFileSync('npm', ['pack', '--silent', from], options).trim()
    return execFileSync('tar', ['-xzOf', packed, `package/${file}`], { cwd: folder, maxBuffer: 2 ** 27 })
  }
  try {
    const copyrights = []
    for (const { name, from, file, text } of paperFonts) {
      const original = read(from, file)
      const isWhole = text === undefined
      const font = file.endsWith('.ttf')
        ? original
        : await ofPackages('subset-font')(original, text, {
            targetFormat: 'truetype',
            keepAllGlyphs: isWhole,
            ...(!isWhole && { keepFeatures: ['ccmp', 'kern', 'mark', 'mkmk'], noHinting: true }),
            preserveNameIds: [0, 13, 14],
          })
      // A PDF library cannot embed woff2.
      const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: font.length }
      write(paperFontFolder, `${name}.sfnt.br`, brotliCompressSync(font, { params }))
      const opened = create(font)
      if (from !== dejavu && 'copyright' in opened) copyrights.push(`${opened.fullName}: ${opened.copyright}`)
    }
    const [, licence = ''] = read('@fontsource/noto-sans-thai@5.3.0', 'LICENSE')
      .toString('utf8')
      .split(/^(?=This Font Software)/m)
    write(paperFontFolder, 'OFL.txt', `${copyrights.join('\n')}\n\n${licence.trim()}\n`)
    write(paperFontFolder, 'DEJAVU-LICENSE.txt', read(dejavu, 'LICENSE'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {Uint8Array | string} content
 */
function write(folder, name, content) {
  writeFileSync(join(folder, name), content)
  console.log(`${String(content.length).padStart(8)} bytes  ${name}`)
}

/**
 * @param {number} first
 * @param {number} last
 */
function between(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  for (const font of fonts) write(fontFolder, `${font.name}.woff2`, await makeFont(font))
  const licences = ['next', 'mono'].map((name) =>
    readFileSync(ofPackages.resolve(`${family}${name}/LICENSE`), 'utf8'),
  )
  write(fontFolder, 'OFL.txt', `${licences.map((text) => text.trim()).join('\n\n\n')}\n`)
  await makePaperFonts()
}
