/**
 * Prepares the packages of the lock file and the builds for the server or the tests.
 * Uses only Node, because it runs before packages are installed. Its checks take some tens of milliseconds.
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')

const commonInputs = ['package.json', 'package-lock.json', 'src/core/wire', 'src/text', 'src/core/kinds']

/**
 * The builds with their inputs: the app for the browser, and the bundled server.
 *
 * @type {readonly Build[]}
 * @typedef {{ readonly name: string, readonly folder: string, readonly result: string, readonly config: string,
 *   readonly inputs: readonly string[] }} Build
 */
const builds = [
  {
    name: 'the app',
    folder: 'dist/app',
    result: 'index.html',
    config: 'vite.config.ts',
    inputs: [
      'index.html',
      'CHANGELOG.md',
      'scanner-profiles',
      'src/app',
      'src/documents',
      'src/features',
      'src/input',
      'src/core',
    ],
  },
  {
    name: 'the server',
    folder: 'dist/server',
    result: 'main.js',
    config: 'src/server/boot/bundle.config.ts',
    inputs: ['src/server', 'src/core/commands'],
  },
]

/**
 * Installs missing packages, and builds everything that is missing or stale.
 *
 * @param {{ development?: boolean }} [options] `development`: the packages of the tests too
 * @returns {boolean} whether all is ready; if not, the reason was printed
 */
export function prepare({ development = false } = {}) {
  return install({ development }) && build()
}

/**
 * Installs missing packages: with `npm ci` if there is no node_modules, else only the differences.
 * A server that runs from this folder keeps its packages.
 *
 * @param {{ development?: boolean }} [options]
 * @returns {boolean}
 */
export function install({ development = false } = {}) {
  const lock = readLock(join(root, 'package-lock.json'))
  if (missingPackages(lock, development).length === 0) return true
  if (!writable(root)) return refuse(`Trimline cannot install its packages: no write access to ${root}.`)

  console.log('Installing what is missing …')
  const isFirstInstall = !existsSync(join(root, 'node_modules'))
  const flags = ['--no-audit', '--no-fund', ...(development ? ['--include=dev'] : [])]
  if (isFirstInstall && npm(['ci', ...flags])) return true
  if (npm(['install', '--no-save', ...flags])) return true
  return refuse('Trimline could not install its packages; npm says why above.')
}

/**
 * Builds each target whose inputs changed since its last build, by fingerprint.
 *
 * @returns {boolean}
 */
function build() {
  return builds.every((target) => {
    const fingerprint = fingerprintOf([...commonInputs, target.config, ...target.inputs])
    const mark = join(root, target.folder, '.inputs')
    const isCurrent =
      readIfThere(mark) === fingerprint && existsSync(join(root, target.folder, target.result))
    return isCurrent || buildOne(target, mark, fingerprint)
  })
}

/**
 * @param {Build} target
 * @param {string} mark
 * @param {string} fingerprint
 */
function buildOne({ name, folder, config }, mark, fingerprint) {
  if (![root, join(root, 'dist'), join(root, folder)].every(writable)) {
    return refuse(`Trimline cannot build ${name}: no write access to ${join(root, folder)}.`)
  }
  console.log(`Building ${name} …`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', config, '--logLevel', 'warn'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) {
    process.stderr.write(stdout + stderr)
    return refuse(`Trimline could not build ${name}; the reason is above.`)
  }
  writeFileSync(mark, fingerprint)
  return true
}

/**
 * Compares the lock file with npm's record of node_modules.
 *
 * @param {Readonly<Record<string, LockEntry>>} lock
 * @param {boolean} development
 * @returns {string[]}
 */
function missingPackages(lock, development) {
  const installed = readLock(join(root, 'node_modules/.package-lock.json'))
  return Object.entries(lock)
    .filter(([path, entry]) => {
      // npm decided on platform-dependent optional packages at installation.
      if (path === '' || entry.optional || entry.devOptional || entry.link) return false
      if (entry.dev && !development) return false
      return installed[path]?.version !== entry.version || !existsSync(join(root, path, 'package.json'))
    })
    .map(([path]) => path)
}

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} LockEntry
 * @param {string} file
 * @returns {Readonly<Record<string, LockEntry>>}
 */
function readLock(file) {
  const text = readIfThere(file)
  if (text === undefined) return {}
  try {
    return JSON.parse(text).packages ?? {}
  } catch {
    return {} // incomplete: treated as missing
  }
}

/** @param {readonly string[]} args */
function npm(args) {
  // npm passes its own path to its scripts. Otherwise run the command `npm` (on Windows through a shell).
  const npmPath = process.env.npm_execpath
  const { status } = npmPath?.endsWith('.js')
    ? spawnSync(process.execPath, [npmPath, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  return status === 0
}

/** @param {readonly string[]} paths */
function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesUnder(path)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  try {
    return readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .toSorted()
  } catch {
    return [path] // a file
  }
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** @param {string} directory */
function writable(directory) {
  try {
    if (existsSync(directory)) accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string} sentence */
function refuse(sentence) {
  console.error(sentence)
  return false
}
