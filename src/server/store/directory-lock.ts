import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fail, type Result, succeed } from '#core/wire/result.ts'

/** Why a directory could not be locked: another process holds it, or the lock itself cannot be made there. */
export type LockRefusal =
  | { readonly code: 'directory_in_use'; readonly directory: string; readonly processId: string }
  | { readonly code: 'directory_not_writable'; readonly directory: string; readonly reason: string }

export interface DirectoryLock {
  readonly release: () => Promise<void>
}

// The longest socket path that every platform takes (macOS: 104 bytes with the closing zero).
const longestSocketPath = 103

function socketPath(directory: string): string {
  const absolute = resolve(directory)
  const digest = createHash('sha256').update(absolute).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\trimline-${digest}`
  const inside = join(absolute, 'in-use.lock')
  const shortest = [inside, relative('', inside)].find((path) => Buffer.byteLength(path) <= longestSocketPath)
  return shortest ?? join(tmpdir(), `trimline-${digest}.lock`)
}

function listenOn(path: string): Promise<Server | NodeJS.ErrnoException> {
  return new Promise((settle) => {
    const server = createServer((socket) => socket.end(String(process.pid)))
    server.unref()
    server.once('error', settle)
    server.listen(path, () => settle(server))
  })
}

// The process id that answers at `path`, or undefined if nobody listens.
function holderAt(path: string): Promise<string | undefined> {
  return new Promise((settle) => {
    let answer = ''
    const socket = createConnection(path)
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      answer += text
    })
    socket.once('end', () => settle(answer))
    socket.once('error', () => settle(undefined))
  })
}

// Timeout for taking over a dead lock, in milliseconds; it needs one or two.
const longestTakeover = 5000

/**
 * Locks `directory` for this process until `release` or until the process ends in any way.
 *
 * The lock is a listening socket, which the kernel closes with its process: a kill -9, a zombie or a reused
 * process id needs no special care. A socket file that nobody answers at is removed by one process at a time;
 * otherwise the slower of two could remove the lock that the faster one has just made.
 */
export async function lockDirectory(directory: string): Promise<Result<DirectoryLock, LockRefusal>> {
  const path = socketPath(directory)
  for (;;) {
    const listening = await listenOn(path)
    if (!(listening instanceof Error)) {
      const release = () => new Promise<void>((done) => listening.close(() => done()))
      return succeed({ release })
    }
    if (listening.code !== 'EADDRINUSE') {
      return fail({ code: 'directory_not_writable', directory, reason: listening.message })
    }
    const holder = await holderAt(path)
    if (holder !== undefined) {
      return fail({ code: 'directory_in_use', directory, processId: holder || 'unknown' })
    }
    await removeDead(path)
  }
}

async function removeDead(path: string): Promise<void> {
  const turn = `${path}.takeover`
  try {
    mkdirSync(turn)
  } catch {
    if (ageOf(turn) > longestTakeover) rmSync(turn, { recursive: true, force: true })
    await pause(10)
    return
  }
  try {
    if ((await holderAt(path)) === undefined) rmSync(path, { force: true })
  } finally {
    rmSync(turn, { recursive: true, force: true })
  }
}

function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? Date.now() - found.mtimeMs : 0
}
