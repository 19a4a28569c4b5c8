// The server's process: settings, start, signals. Errors in the surroundings end in one sentence and exit
// code 1.
import { demoUsers } from '#server/identity/demo-users.ts'
import { composeBusiness } from './business.ts'
import { type RunningServer, startServer } from './compose.ts'
import { readSettings, type Settings } from './environment.ts'
import { greeting } from './greeting.ts'
import { createLog } from './log.ts'
import { sentenceOf } from './start-refusals.ts'
import { productVersion } from './version.ts'

const settings = readSettings(process.env)
if (settings.ok) {
  await run(settings.value)
} else {
  giveUp(settings.error)
}

async function run(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel)
  const started = await startServer(settings, { log, business: composeBusiness })
  if (!started.ok) {
    giveUp([sentenceOf(started.error)])
    return
  }
  const server = started.value
  stopOnSignal(server, (signal) => log.info({ signal }, 'stopping'))
  process.stdout.write(
    greeting({
      origins: server.addresses.origins,
      version: productVersion,
      data: describeData(settings),
      users: settings.identity.kind === 'embedded' ? demoUsers : [],
    }),
  )
  log.info({ url: server.url, port: server.port, engine: server.database.engine }, 'started')
}

function giveUp(sentences: readonly string[]): void {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

// The first signal shuts down gracefully, the second exits at once.
function stopOnSignal(server: RunningServer, tell: (signal: string) => void): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      tell(signal)
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

// The database's address, without the password.
function describeData(settings: Settings): string {
  const { database } = settings
  if (database.kind === 'directory') return database.directory
  if (database.kind === 'memory') return 'in memory'
  const { host, pathname } = new URL(database.url)
  return `PostgreSQL at ${host}${pathname}`
}
