/**
 * `npm run size`: prints what the browser loads up to the set-up screen, and up to the first scan for a
 * signed-in person. Each file has its size over the wire (brotli) and its sources. Fails if a budget is
 * exceeded or if the first screen contains a source of a later one.
 */

import { nodeFits } from '#server/boot/node-version.mjs'

/** Budgets of script and style for the first screen and for the first scan. A kB is 1,000 bytes. */
const budget = { bytes: 120_500, requests: 6 }
const scanBudget = { bytes: 282_800, requests: 9 }

/** The screens before work starts, which the first load may contain. All others must be loaded on demand. */
const firstScreens = ['home', 'sign-in', 'setup']
const ofLaterScreen = new RegExp(`^src/(documents/|features/(?!(${firstScreens.join('|')})/))`)

if (nodeFits()) await measure()

async function measure() {
  const { prepare } = await import('#server/boot/prepare.mjs')
  if (!prepare({ development: true })) {
    process.exitCode = 1
    return
  }
  const { register } = await import('tsx/esm/api')
  register()
  const { describeFile } = await import('./built-files.mjs')
  const { measureStart: fetchStart } = await import('./first-screen.ts')
  const fetched = await fetchStart()
  if (fetched === undefined) {
    process.exitCode = 1
    return
  }
  const loaded = fetched.firstScreen.map(describeFile)
  const forScan = fetched.firstScan.map(describeFile)
  for (const { name, bytes, packages, sources } of loaded) {
    console.log(`${kilobytes(bytes).padStart(9)}  ${name}`)
    for (const line of [...packages, ...sources]) console.log(`${''.padStart(11)}${line}`)
  }
  const total = sum(loaded, 'bytes')
  console.log(
    `\nUp to the first working screen: ${kilobytes(total)} of ${kilobytes(budget.bytes)} script and style ` +
      `(gzip: ${kilobytes(sum(loaded, 'gzip'))}), ${loaded.length} of ${budget.requests} requests.`,
  )

  for (const { name, bytes } of forScan) console.log(`${kilobytes(bytes).padStart(9)}  ${name}`)
  const scanTotal = sum(forScan, 'bytes')
  console.log(
    `\nUp to the first scan: ${kilobytes(scanTotal)} of ${kilobytes(scanBudget.bytes)} script and style ` +
      `(gzip: ${kilobytes(sum(forScan, 'gzip'))}), ${forScan.length} of ${scanBudget.requests} requests.`,
  )

  const later = loaded.flatMap(({ sources }) => sources.filter((source) => ofLaterScreen.test(source)))
  const complaints = [
    ...(loaded.length === 0 || forScan.length === 0
      ? ['Nothing was loaded: the measurement has gone wrong.']
      : []),
    ...forScan.flatMap(({ name, isCompressed }) => (isCompressed ? [] : [`${name} is sent as it is.`])),
    ...(total > budget.bytes ? [`${kilobytes(total - budget.bytes)} too much.`] : []),
    ...(loaded.length > budget.requests ? [`${loaded.length - budget.requests} requests too many.`] : []),
    ...(scanTotal > scanBudget.bytes
      ? [`${kilobytes(scanTotal - scanBudget.bytes)} too much before the first scan.`]
      : []),
    ...(forScan.length > scanBudget.requests
      ? [`${forScan.length - scanBudget.requests} requests too many before the first scan.`]
      : []),
    ...later.map((source) => `Belongs to a later screen: ${source}`),
  ]
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
}

/**
 * @param {readonly { readonly bytes: number, readonly gzip: number }[]} files
 * @param {'bytes' | 'gzip'} size
 */
function sum(files, size) {
  return files.reduce((total, file) => total + file[size], 0)
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
