import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fail, type Result, succeed } from '#contract/result.ts'

/** Why a directory could not be locked: another process holds it, or the lock itself cannot be made there. */
export type LockRefusal =
  | { readonly code: 'directory_in_use'; readonly directory: string; readonly processId: string }
  | { readonly code: 'directory_not_writable'; readonly directory: string; readonly reason: string }

export type DirectoryLock = { readonly release: () => Promise<void> }

/** The longest socket path that every platform takes (macOS: 104 bytes with the closing zero). */
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

/** The process id that answers at `path`, or undefined when nobody listens there. */
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

/**
 * Holds `directory` for this process until `release` or until the process ends in any way.
 *
 * The lock is a listening socket: the kernel drops it with its process, so that a kill -9, a zombie or a reused process id
 * needs no special care. A socket file left by a dead process is moved aside before it is removed, and probed again there:
 * two processes that start together may both have found it dead, and the slower one must not remove the lock that the
 * faster one has just made.
 */
export async function lockDirectory(directory: string): Promise<Result<DirectoryLock, LockRefusal>> {
  const path = socketPath(directory)
  for (let attempt = 0; ; attempt += 1) {
    const listening = await listenOn(path)
    if (!(listening instanceof Error)) {
      const release = () => new Promise<void>((done) => listening.close(() => done()))
      return succeed({ release })
    }
    if (listening.code !== 'EADDRINUSE') {
      return fail({ code: 'directory_not_writable', directory, reason: listening.message })
    }
    const holder = await holderAt(path)
    if (holder !== undefined || attempt === 5) {
      return fail({ code: 'directory_in_use', directory, processId: holder || 'unknown' })
    }
    await removeStaleSocket(path)
  }
}

async function removeStaleSocket(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return // another process was faster
  }
  if ((await holderAt(aside)) === undefined) rmSync(aside, { force: true })
  else renameSync(aside, path)
}
