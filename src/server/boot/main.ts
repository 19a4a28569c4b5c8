// The server process: settings, start, signals. A configuration error prints one sentence and exits with 1.
import { type DemoUser, demoPassword, demoUsers } from '#server/identity/demo-users.ts'
import { composeBusiness } from './business.ts'
import { type RunningServer, startServer } from './compose.ts'
import { readSettings, type Settings } from './environment.ts'
import { createLog } from './log.ts'
import { sentenceOf } from './start-refusals.ts'
import { productVersion } from './version.ts'

const settings = readSettings(process.env)
if (settings.ok) {
  await run(settings.value)
} else {
  exitWithErrors(settings.error)
}

async function run(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel)
  const started = await startServer(settings, { log, business: composeBusiness })
  if (!started.ok) {
    exitWithErrors([sentenceOf(started.error)])
    return
  }
  const server = started.value
  stopOnSignal(server, (signal) => log.info({ signal }, 'stopping'))
  process.stdout.write(
    startMessage({
      origins: server.addresses.origins,
      version: productVersion,
      data: describeData(settings),
      users: settings.identity.kind === 'embedded' ? demoUsers : [],
    }),
  )
  log.info({ url: server.url, port: server.port, engine: server.database.engine }, 'started')
}

function exitWithErrors(sentences: readonly string[]): void {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

// The first signal shuts down gracefully. The second exits immediately.
function stopOnSignal(server: RunningServer, onSignal: (signal: string) => void): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      onSignal(signal)
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

// The message at server start: the URLs, and the demo users.
function startMessage(options: {
  readonly origins: readonly string[]
  readonly version: string
  readonly data: string
  /** The demo users; empty with an external identity provider. */
  readonly users: readonly DemoUser[]
}): string {
  const { origins, version, data, users } = options
  const [publicUrl, ...others] = origins
  const lines = ['', `  Trimline ${version} is ready`, '', `  Open   ${publicUrl}`]
  for (const origin of others) lines.push(`   or    ${origin}`)
  lines.push(`  Data   ${data}`)
  if (users.length > 0) {
    const width = Math.max(...users.map((user) => user.username.length))
    lines.push('', `  Demo users (password for all: ${demoPassword})`)
    for (const user of users) lines.push(`    ${user.username.padEnd(width)}   ${user.role}`)
  }
  lines.push('', '  Stop with Ctrl+C', '')
  return `${lines.join('\n')}\n`
}

// The database's address, without the password.
function describeData(settings: Settings): string {
  const { database } = settings
  if (database.kind === 'directory') return database.directory
  if (database.kind === 'memory') return 'in memory'
  const { host, pathname } = new URL(database.url)
  return `PostgreSQL at ${host}${pathname}`
}
