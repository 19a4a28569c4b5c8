/**
 * `npm run size`: what the browser loads before a person can work, that is up to the set-up screen: each file with its
 * gzip size and the sources inside. Fails past the budget, or when a source of a later screen is among them.
 */

import { nodeFits } from '#server/boot/node-version.mjs'

/** Script and style up to the first working screen. A kB is 1,000 bytes. */
const budget = { bytes: 130_000, requests: 8 }

/** The screens that come before work can start, and so may be loaded; every other one has to wait until it is asked for. */
const firstScreens = ['home', 'sign-in', 'initialize', 'setup', 'no-access', 'not-found']
const ofLaterScreen = new RegExp(`^src/client/(documents/|features/(?!(${firstScreens.join('|')})/))`)

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
  const { fetchFirstScreen } = await import('./first-screen.ts')
  const files = await fetchFirstScreen()
  if (files === undefined) {
    process.exitCode = 1
    return
  }
  const loaded = files.map(describeFile)
  for (const { name, bytes, packages, sources } of loaded) {
    console.log(`${kilobytes(bytes).padStart(9)}  ${name}`)
    for (const line of [...packages, ...sources]) console.log(`${''.padStart(11)}${line}`)
  }
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(
    `\nUp to the first working screen: ${kilobytes(total)} of ${kilobytes(budget.bytes)} script and style (gzip), ` +
      `${loaded.length} of ${budget.requests} requests.`,
  )

  const later = loaded.flatMap(({ sources }) => sources.filter((source) => ofLaterScreen.test(source)))
  const complaints = [
    ...(loaded.length === 0 ? ['Nothing was loaded: the measurement has gone wrong.'] : []),
    ...(total > budget.bytes ? [`${kilobytes(total - budget.bytes)} too much.`] : []),
    ...(loaded.length > budget.requests ? [`${loaded.length - budget.requests} requests too many.`] : []),
    ...later.map((source) => `Belongs to a later screen: ${source}`),
  ]
  for (const complaint of complaints) console.error(complaint)
  if (complaints.length > 0) process.exitCode = 1
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
