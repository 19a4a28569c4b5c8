/**
 * `npm run audit`: checks the lock file against the advisories in this repository, without a request to the
 * registry. `npm run audit -- --renew` runs `npm audit` and adds the advisories that are new.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @typedef {{ package: string, range: string, url: string, title: string, accepted?: string }} Advisory */
/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean, hasInstallScript?:
 * boolean }} Locked
 */

/** Packages that may run an install script: the script provides a binary for the platform. */
const mayRunScripts = new Set(['esbuild', 'unrs-resolver'])

const rootFolder = new URL('../../', import.meta.url)
const advisoriesFile = new URL('advisories.json', import.meta.url)

/**
 * Returns one sentence for each fault of a lock file.
 *
 * @param {{ packages: Record<string, Locked> }} lock
 * @param {readonly Advisory[]} advisories
 * @returns {string[]}
 */
export function auditLock({ packages }, advisories) {
  return Object.entries(packages).flatMap(
    ([path, { version = '', resolved, integrity, link, hasInstallScript }]) => {
      if (path === '') return []
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const faults = advisories
        .filter((each) => each.package === name && !each.accepted && isWithin(version, each.range))
        .map(({ title, url }) => `${name} ${version}: ${title} (${url})`)
      if (link || !integrity?.startsWith('sha512-')) faults.push(`${name} ${version} has no SHA-512 digest`)
      if (resolved && !resolved.startsWith('https:'))
        faults.push(`${name} ${version} does not come over https`)
      if (hasInstallScript && !mayRunScripts.has(name))
        faults.push(`${name} ${version} runs a script when installed`)
      return faults
    },
  )
}

/**
 * Returns whether a version is in a range such as `>=2.0.0 <2.0.2 || =4.0.0`, the syntax of advisories.
 *
 * @param {string} version
 * @param {string} range
 */
export function isWithin(version, range) {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+(?=[<>=*])/)
      .every((limit) => {
        if (limit === '*') return true
        const [, sign, bound] = /^(>=|<=|>|<|=)?\s*v?(\d\S*)$/.exec(limit) ?? []
        if (!bound) throw new Error(`The range ${range} cannot be read`)
        const order = compare(version, bound)
        if (sign === '>=') return order >= 0
        if (sign === '<=') return order <= 0
        if (sign === '>') return order > 0
        return sign === '<' ? order < 0 : order === 0
      }),
  )
}

/**
 * Compares two versions: the result is below 0 if `one` is older. A pre-release comes before its release.
 *
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  const parts = (/** @type {string} */ version) => {
    const [numbers = '', before] = version.split('+', 1)[0]?.split(/-(.*)/s) ?? []
    return [...numbers.split('.').map(Number), ...Array(3).fill(0)]
      .slice(0, 3)
      .concat(before === undefined ? 1 : 0)
  }
  const others = parts(other)
  return (
    parts(one)
      .map((part, at) => part - others[at])
      .find((difference) => difference !== 0) ?? 0
  )
}

/**
 * Returns the advisories of `npm audit --json` that the known list lacks.
 *
 * @param {{ vulnerabilities?: Record<string, { via: readonly (string | { name: string, range: string, url: string, title: string })[] }> }} report
 * @param {readonly Advisory[]} known
 * @returns {Advisory[]}
 */
export function newAdvisories({ vulnerabilities = {} }, known) {
  const found = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.flatMap((each) =>
      typeof each === 'string'
        ? []
        : [{ package: each.name, range: each.range, url: each.url, title: each.title }],
    ),
  )
  const all = [...known]
  for (const each of found) {
    if (!all.some(({ url, package: name }) => url === each.url && name === each.package)) all.push(each)
  }
  return all.slice(known.length)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) audit()

function audit() {
  const read = (/** @type {URL} */ file) => JSON.parse(readFileSync(file, 'utf8'))
  let { renewed, advisories } = read(advisoriesFile)
  if (process.argv.includes('--renew')) {
    const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: rootFolder, encoding: 'utf8' })
    const report = JSON.parse(stdout || '{}')
    if (!report.vulnerabilities) {
      console.error('The registry did not answer the question for advisories; the list stays as it is.')
      process.exitCode = 1
      return
    }
    advisories = [...advisories, ...newAdvisories(report, advisories)]
    renewed = new Date().toISOString().slice(0, 10)
    writeFileSync(advisoriesFile, `${JSON.stringify({ renewed, advisories }, null, 2)}\n`)
  }
  const lock = read(new URL('package-lock.json', rootFolder))
  const faults = auditLock(lock, advisories)
  for (const fault of faults) console.error(fault)
  console.log(
    `${Object.keys(lock.packages).length - 1} packages, ${advisories.length} advisories of ${renewed}: ${faults.length === 0 ? 'nothing found.' : `${faults.length} found.`}`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}
