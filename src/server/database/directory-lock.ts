import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail, type Result, succeed } from '#core/wire/result.ts'

/** Why a directory could not be locked: another process holds it, or it is not writable. */
export type LockRefusal =
  | { readonly code: 'directory_in_use'; readonly directory: string; readonly processId: string }
  | { readonly code: 'directory_not_writable'; readonly directory: string; readonly reason: string }

export interface DirectoryLock {
  readonly release: () => Promise<void>
}

// The longest socket path that every platform accepts (macOS: 104 bytes with the closing zero).
const maxSocketPathBytes = 103

function socketPath(directory: string): string {
  const absolute = resolve(directory)
  const digest = createHash('sha256').update(absolute).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\trimline-${digest}`
  const inside = join(absolute, 'in-use.lock')
  const shortPath = [inside, relative('', inside)].find(
    (path) => Buffer.byteLength(path) <= maxSocketPathBytes,
  )
  return shortPath ?? join(tmpdir(), `trimline-${digest}.lock`)
}

function listenOn(path: string): Promise<Server | NodeJS.ErrnoException> {
  return new Promise((settle) => {
    const server = createServer((socket) => socket.end(String(process.pid)))
    server.unref()
    server.once('error', settle)
    server.listen(path, () => settle(server))
  })
}

// The id of the process that listens at `path`, or undefined.
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

// Milliseconds before a stale takeover is broken. A takeover needs one or two.
const takeoverTimeoutMs = 5000

/**
 * Locks `directory` for this process until `release` or the end of the process.
 *
 * The lock is a listening socket: the kernel closes it with its process, even after kill -9.
 * Only one process at a time removes a dead socket file, so that it cannot remove a new lock.
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
    await removeDeadSocket(path)
  }
}

async function removeDeadSocket(path: string): Promise<void> {
  const takeoverDirectory = `${path}.takeover`
  try {
    mkdirSync(takeoverDirectory)
  } catch {
    if (ageOf(takeoverDirectory) > takeoverTimeoutMs)
      rmSync(takeoverDirectory, { recursive: true, force: true })
    await sleep(10)
    return
  }
  try {
    if ((await holderAt(path)) === undefined) rmSync(path, { force: true })
  } finally {
    rmSync(takeoverDirectory, { recursive: true, force: true })
  }
}

function ageOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? Date.now() - found.mtimeMs : 0
}
