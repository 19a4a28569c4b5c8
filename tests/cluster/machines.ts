// Runs three PostgreSQL nodes under Patroni, etcd and HAProxy as local processes with their own folders and
// ports.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import { haproxyFile, type NodeConfig, patroniFile } from './configuration.ts'

// A cluster member in Patroni's REST API.
interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

export interface Machines {
  /** The address that always leads to the primary. */
  readonly databaseUrl: string
  /** The app's address, and the ports its servers must use. */
  readonly appUrl: string
  readonly appPorts: readonly number[]
  /** The name of the primary node. */
  readonly primary: () => Promise<string>
  /** Kills all processes of a node with SIGKILL, like a power cut. */
  readonly kill: (name: string) => Promise<void>
  /** Starts a killed node again. */
  readonly start: (name: string) => void
  /** Waits until all nodes run, one of them as synchronous standby. */
  readonly waitUntilComplete: () => Promise<void>
  /** Changes the cluster's settings in Patroni. */
  readonly configure: (change: object) => Promise<void>
  readonly stop: () => Promise<void>
}

const names = ['node1', 'node2', 'node3'] as const
// Polling interval, and timeout for a cluster state.
const pollIntervalMs = 200
const stateTimeoutMs = 120_000

/**
 * Starts all processes and waits until the cluster is complete. Needs the packages patroni, etcd-server and
 * haproxy.
 */
export async function startMachines(programs: string): Promise<Machines> {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-cluster-'))
  // The real folder has all PostgreSQL programs; a folder of links may have only some.
  const bin = dirname(realpathSync(join(programs, 'postgres')))
  const user = databaseUser()
  const giveToDatabaseUser = (path: string) => user && chownSync(path, user.uid, user.gid)
  giveToDatabaseUser(folder)
  const logs: string[] = []
  const run = (command: string, args: readonly string[], as?: typeof user) => {
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...as })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        logs.push(text)
        if (logs.length > 400) logs.shift()
      })
    }
    return child
  }

  const [etcdPort, peerPort, database, app, ...appPorts] = await Promise.all(
    Array.from({ length: 6 }, freePort),
  )
  const nodes: readonly NodeConfig[] = await Promise.all(
    names.map(async (name) => {
      const place = { name, port: await freePort(), restPort: await freePort(), folder: join(folder, name) }
      mkdirSync(place.folder)
      giveToDatabaseUser(place.folder)
      writeFileSync(join(place.folder, 'patroni.json'), patroniFile(place, Number(etcdPort), bin))
      return place
    }),
  )
  const nodeOf = (name: string): NodeConfig => {
    const node = nodes.find((each) => each.name === name)
    if (!node) throw new Error(`There is no node ${name}`)
    return node
  }
  const etcd = run(
    'etcd',
    [
      ['--data-dir', join(folder, 'etcd')],
      ['--listen-client-urls', `http://127.0.0.1:${etcdPort}`],
      ['--advertise-client-urls', `http://127.0.0.1:${etcdPort}`],
      ['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
      ['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
      ['--initial-cluster', `default=http://127.0.0.1:${peerPort}`],
    ].flat(),
    user,
  )
  const patroni = new Map<string, ChildProcess>()
  const start = (name: string) => {
    patroni.set(name, run('patroni', [join(nodeOf(name).folder, 'patroni.json')], user))
  }
  for (const name of names) start(name)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, haproxyFile({ database: Number(database), app: Number(app) }, nodes, appPorts))
  const haproxy = run('haproxy', ['-db', '-f', file])

  const members = async (): Promise<readonly Member[]> => {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: readonly Member[] }).members
    }
    return []
  }
  const waitUntil = async (stateName: string, isReached: () => Promise<boolean>) => {
    for (let waited = 0; !(await isReached()); waited += pollIntervalMs) {
      if (waited > stateTimeoutMs)
        throw new Error(`${stateName} did not come about:\n${logs.join('').slice(-4000)}`)
      await pause(pollIntervalMs)
    }
  }
  const kill = async (name: string) => {
    const node = nodeOf(name)
    const child = patroni.get(name)
    const postmaster = Number(readFileSync(join(node.folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    // Stop them first, so that they cannot start more processes.
    for (const pid of [child?.pid, postmaster]) if (pid) signal(pid, 'SIGSTOP')
    for (const pid of [...childrenOf(postmaster), postmaster, child?.pid]) if (pid) signal(pid, 'SIGKILL')
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const machines: Machines = {
    databaseUrl: `postgres://trimline@127.0.0.1:${database}/trimline`,
    appUrl: `http://127.0.0.1:${app}`,
    appPorts,
    primary: async () => {
      let found: Member | undefined
      await waitUntil('A primary', async () => {
        found = (await members()).find(({ role, state }) => role === 'leader' && state === 'running')
        return found !== undefined
      })
      return found?.name ?? ''
    },
    kill,
    start,
    waitUntilComplete: () =>
      waitUntil('A whole cluster', async () => {
        const current = await members()
        const isUp = ({ state }: Member) => state === 'running' || state === 'streaming'
        const has = (role: string) => current.some((member) => member.role === role && isUp(member))
        return current.filter(isUp).length === names.length && has('leader') && has('sync_standby')
      }),
    configure: async (change) => {
      const [node] = nodes
      await fetch(`http://127.0.0.1:${node?.restPort}/config`, {
        method: 'PATCH',
        body: JSON.stringify(change),
      })
    },
    stop: async () => {
      haproxy.kill('SIGKILL')
      for (const name of names) await kill(name).catch(() => patroni.get(name)?.kill('SIGKILL'))
      etcd.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await machines.waitUntilComplete()
    return machines
  } catch (error) {
    await machines.stop()
    throw error
  }
}

function childrenOf(pid: number): readonly number[] {
  const all = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return all
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child ? [child] : []))
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}

// PostgreSQL refuses to run as root.
function databaseUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  )
  return { uid, gid }
}
