/** Finds or installs a Chromium for the end-to-end tests, which read its path from CHROMIUM_PATH. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { install, root } from '#server/boot/prepare.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Arguments that stop background requests and let Chromium run as root. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Looks at CHROMIUM_PATH first, then for Playwright's own browser, then for the system's.
 *
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  const { chromium } = await import('playwright')
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...places, ...onPath].find((path) => path !== '' && existsSync(path))
}

/**
 * Returns the headless shell that Debian installs beside Chromium: the same engine without windows, a fifth
 * cheaper.
 *
 * @param {string | undefined} chromium
 * @returns {string | undefined} the Chromium itself if there is no shell
 */
export function findHeadlessShell(chromium) {
  const beside = `${chromium}-headless-shell`
  return existsSync(beside) ? beside : chromium
}

/**
 * Returns a Chromium and installs one if needed: Debian's package as root, else Playwright's.
 *
 * @returns {Promise<string | undefined>} undefined if none is available; the reason is already printed
 */
export async function provideChromium() {
  if (!install({ development: true })) return undefined
  const found = await findChromium()
  if (found) return found
  if (process.env.CHROMIUM_PATH) {
    console.error(`There is no browser at ${process.env.CHROMIUM_PATH}, where CHROMIUM_PATH points.`)
    return undefined
  }

  console.log('Installing Chromium …')
  if (process.getuid?.() === 0 && run('apt-get', ['--version'], 'ignore')) {
    run('apt-get', ['update', '-q'])
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'])
  }
  const installed = await findChromium()
  if (installed) return installed
  run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'])
  const downloaded = await findChromium()
  if (!downloaded) {
    console.error(
      "The tests need Chromium: install your system's package of it, or set CHROMIUM_PATH to where it is.",
    )
  }
  return downloaded
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {'inherit' | 'ignore'} [stdio]
 */
function run(command, args, stdio = 'inherit') {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', stdio, stdio], env }).status === 0
}
