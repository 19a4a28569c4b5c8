import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const sources = ['--import', 'tsx', fromRoot('src/server/boot/main.ts')]
// `npm test` and `npm run test:postgres` build first and set this variable: the build starts in a third of
// the time. A file that is run alone tests the sources.
const hasBuild = process.env['TESTS_HAVE_BUILD'] === 'yes'
const built = [fromRoot('src/server/boot/run.mjs')]
const whole = [fromRoot('src/server/boot/start.mjs')]

/** The real server in a separate process. */
export interface ServerProcess {
  readonly process: ChildProcess
  /** Its address when it is ready. Rejects with its output if it ends before. */
  readonly ready: Promise<string>
  /** All output so far. */
  readonly output: () => { stdout: string; stderr: string }
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  /** Sends a signal and waits for the end. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>
}

type SettingsOfProcess = Readonly<Record<string, string>>

/**
 * Starts the server with only these settings in its environment; by default the port is free. A run of all
 * tests starts the built server, else the sources run.
 */
export function spawnServer(settings: SettingsOfProcess): ServerProcess {
  return spawnNode(hasBuild ? built : sources, settings)
}

/**
 * Returns the Node arguments to run a command of `src/server/boot`, built or from source like {@link
 * spawnServer}.
 *
 * @param name name of its file, without the extension
 */
export function commandOf(name: string): readonly string[] {
  return hasBuild
    ? [fromRoot(`dist/server/${name}.js`)]
    : ['--import', 'tsx', fromRoot(`src/server/boot/${name}.ts`)]
}

/** Starts the last build. */
export function spawnBuiltServer(settings: SettingsOfProcess): ServerProcess {
  return spawnNode(built, settings)
}

/** Starts the server like `npm start`, which first installs and builds what is missing. */
export function spawnStart(settings: SettingsOfProcess): ServerProcess {
  return spawnNode(whole, settings)
}

function spawnNode(args: readonly string[], settings: SettingsOfProcess): ServerProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals)
  const ready = new Promise<string>((settle, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const address = /^\s*Open\s+(\S+)$/m.exec(stdout)?.[1]
      if (address && stdout.includes('Stop with Ctrl+C')) settle(address)
    })
    void ended.then(() => fail(new Error(`The server ended before it was ready:\n${stdout}${stderr}`)))
  })
  ready.catch(() => undefined) // callers that only wait for `ended` need no handler
  return {
    process: child,
    ready,
    output: () => ({ stdout, stderr }),
    ended,
    end: (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
  }
}
