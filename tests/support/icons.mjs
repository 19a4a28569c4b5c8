/**
 * `npm run icons`: draws the app's icons from lucide-react (ISC licence), each as one path. The package's
 * components would add several kB to the first screen. Berries and trim are our own drawings.
 */

import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '#server/boot/prepare.mjs'

/** @typedef {readonly (readonly [string, Readonly<Record<string, string>>])[]} Node */

/** Lucide's names of our icons; `first` are those of the first screens. */
const names = {
  first: {
    back: 'chevron-left',
    check: 'check',
    close: 'x',
    menu: 'menu',
    reload: 'rotate-cw',
    health: 'gauge',
    signOut: 'log-out',
    signIn: 'log-in',
    info: 'info',
    warning: 'triangle-exclamation-point',
    error: 'octagon-exclamation-point',
    offline: 'wifi-off',
    online: 'wifi',
    lock: 'lock',
    location: 'map-pin',
    transfer: 'arrow-left-right',
    issuance: 'package',
    return: 'undo-2',
    dump: 'archive-x',
    right: 'chevron-right',
  },
  later: {
    print: 'printer',
    dashboard: 'chart-column',
    plus: 'plus',
    minus: 'minus',
    search: 'search',
    filter: 'list-filter',
    more: 'ellipsis',
    edit: 'pencil',
    trash: 'trash',
    settings: 'settings',
    help: 'circle-question-mark',
    command: 'terminal',
    scan: 'scan-barcode',
    sound: 'volume-2',
    mute: 'volume-x',
    up: 'chevron-up',
    down: 'chevron-down',
    clock: 'clock',
    calendar: 'calendar',
    theme: 'contrast',
    language: 'languages',
  },
}

/** The files of drawings, by part. */
export const iconFiles = /** @type {const} */ ({
  first: join(root, 'src/app/ui/first-icons.ts'),
  later: join(root, 'src/app/ui/later-icons.ts'),
})

/**
 * Returns the source of a file of drawings.
 *
 * @param {keyof typeof iconFiles} part
 * @returns {Promise<string>} TypeScript
 */
export async function drawIcons(part) {
  const entries = await Promise.all(
    Object.entries(names[part]).map(async ([name, theirs]) => {
      const { __iconData } = await import(`lucide-react/icons/${theirs}`)
      return `  ${name}: '${pathOf(__iconData.node)}',`
    }),
  )
  return `// Drawings of lucide-react (ISC licence), written by \`npm run icons\`.

// biome-ignore format: as the script writes them
export const ${part}Icons = {\n${entries.join('\n')}\n} as const\n`
}

/**
 * Combines the shapes of an icon into one path.
 *
 * @param {Node} node
 * @returns {string} the path's data
 */
export function pathOf(node) {
  const outlines = node
    .map(([shape, facts]) => outlineOf(shape, facts))
    .join('')
    .replaceAll(' -', '-')
  // One decimal is precise enough: smaller differences are invisible.
  return outlines.replace(/(?<![.\d])\d*\.\d{2,}(?![.\d])/g, (number) =>
    String(Number(Number(number).toFixed(1))).replace(/^0\./, '.'),
  )
}

/**
 * @param {string} shape
 * @param {Readonly<Record<string, string>>} facts
 * @returns {string}
 */
function outlineOf(shape, facts) {
  /** @param {string} name */
  const number = (name) => Number(facts[name] ?? 0)
  switch (shape) {
    case 'path':
      // The start of a path that follows another one becomes absolute; the rest stays relative.
      return (facts['d'] ?? '').replace(
        /^m(-?[\d.]+)[ ,]?(-?[\d.]+)[ ,]?(?=([-\d.])?)/,
        (_, x, y, next) => `M${x} ${y}${next === undefined ? '' : 'l'}`,
      )
    case 'line':
      return `M${facts['x1']} ${facts['y1']}L${facts['x2']} ${facts['y2']}`
    case 'polyline':
      return `M${facts['points']}`
    case 'circle': {
      const [x, y, r] = [number('cx'), number('cy'), number('r')]
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0${-2 * r} 0z`
    }
    case 'rect': {
      const [x, y, width, height, r] = [
        number('x'),
        number('y'),
        number('width'),
        number('height'),
        number('rx'),
      ]
      const corner = (/** @type {string} */ to) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${to}`)
      return (
        `M${x + r} ${y}h${width - 2 * r}${corner(`${r} ${r}`)}v${height - 2 * r}${corner(`${-r} ${r}`)}` +
        `h${2 * r - width}${corner(`${-r} ${-r}`)}v${2 * r - height}${corner(`${r} ${-r}`)}z`
      )
    }
    default:
      throw new Error(`An icon has a ${shape}: the script draws none yet.`)
  }
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  for (const part of /** @type {const} */ (['first', 'later'])) {
    writeFileSync(iconFiles[part], await drawIcons(part))
  }
}
