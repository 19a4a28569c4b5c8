/** What a disk still has after a power cut, from the log of recorder.c. */
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { type NotedChange, readLog } from './log.ts'

/** Whether a change that was not synced has reached the disk all the same. */
export type Luck = () => boolean

/** Nothing that was not synced has reached the disk. */
export const noLuck: Luck = () => false

/** About half of it has, by this seed. */
export function luckFrom(seed: number): Luck {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 31 === 1
  }
}

// A disk writes whole sectors, so many bytes each.
const SECTOR = 512

interface PendingChange {
  /** Where in the log it was noted. */
  readonly noted: number
  readonly at: number
  /** Undefined: the file is cut to, or made as long as, `at`. */
  readonly bytes: Buffer | undefined
}

class KeptFile {
  #kept: Buffer = Buffer.alloc(0)
  #length = 0
  #pending: PendingChange[] = []
  parent: KeptFolder | undefined
  name = ''

  static of(content: Buffer): KeptFile {
    const file = new KeptFile()
    file.#kept = content
    file.#length = content.length
    return file
  }

  change(change: PendingChange): void {
    this.#pending.push(change)
  }

  /** What was noted before `since` is on the disk now, and so is its name. */
  sync(since: number): void {
    const first = this.#pending.findIndex(({ noted }) => noted >= since)
    for (const change of this.#pending.splice(0, first < 0 ? this.#pending.length : first))
      this.#apply(change)
    this.parent?.kept.set(this.name, this)
  }

  content(luck: Luck): Buffer {
    const copy = KeptFile.of(Buffer.from(this.#kept.subarray(0, this.#length)))
    for (const change of this.#pending) copy.#applySome(change, luck)
    return copy.#kept.subarray(0, copy.#length)
  }

  #applySome({ noted, at, bytes }: PendingChange, luck: Luck): void {
    if (!bytes) {
      if (luck()) this.#apply({ noted, at, bytes })
      return
    }
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR))
      if (luck()) this.#apply({ noted, at: at + from, bytes: bytes.subarray(from, to) })
      from = to
    }
  }

  #apply({ at, bytes }: PendingChange): void {
    const end = bytes ? at + bytes.length : at
    if (end > this.#kept.length) {
      const longer = Buffer.alloc(Math.max(end, Math.min(2 * this.#kept.length, end + 16_777_216)))
      this.#kept.copy(longer, 0, 0, this.#length)
      this.#kept = longer
    }
    if (bytes) bytes.copy(this.#kept, at)
    else if (end < this.#length) this.#kept.fill(0, end, this.#length)
    this.#length = bytes ? Math.max(this.#length, end) : end
  }
}

class KeptFolder {
  readonly live = new Map<string, KeptFile | KeptFolder>()
  readonly kept = new Map<string, KeptFile | KeptFolder>()

  sync(): void {
    this.kept.clear()
    for (const [name, entry] of this.live) this.kept.set(name, entry)
  }
}

/**
 * A folder on a disk that loses what was not synced.
 *
 * An fsync of a file keeps its bytes and its name. Other names (folders, renames, removals) are kept by an
 * fsync of their folder, and undone without one; or, with a `journal`, by the next fsync of whatever, as on
 * ext4.
 */
export class Disk {
  readonly #root: string
  readonly #hasJournal: boolean
  readonly #top = new KeptFolder()
  readonly #files = new Map<bigint, KeptFile>()
  // How much of the log is applied.
  #done = 0

  /** The folder as it is: all of it has been on the disk for long. */
  constructor(root: string, names: 'folders' | 'journal' = 'folders') {
    this.#root = root
    this.#hasJournal = names === 'journal'
    this.#take(this.#top, root)
  }

  /** Goes on with the log as far as `to`, in bytes. */
  replay(log: string, to: number): void {
    if (to <= this.#done) return
    const file = openSync(log, 'r')
    try {
      const bytes = Buffer.alloc(to - this.#done)
      readSync(file, bytes, 0, bytes.length, this.#done)
      for (const change of readLog(bytes, this.#done)) {
        this.#apply(change)
        this.#done = change.end
      }
    } finally {
      closeSync(file)
    }
  }

  /** Writes into a folder, which is made if it is not there, what is left after a cut now. */
  writeTo(folder: string, luck: Luck): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const write = (from: KeptFolder, to: string) => {
      for (const [name, entry] of from.kept) {
        const path = join(to, name)
        if (entry instanceof KeptFolder) {
          mkdirSync(path, { mode: 0o700 })
          write(entry, path)
        } else {
          writeFileSync(path, entry.content(luck), { mode: 0o600 })
        }
      }
    }
    write(this.#top, folder)
  }

  #take(into: KeptFolder, path: string): void {
    for (const name of readdirSync(path)) {
      const full = join(path, name)
      const facts = lstatSync(full, { bigint: true })
      if (facts.isDirectory()) {
        const folder = new KeptFolder()
        into.live.set(name, folder)
        this.#take(folder, full)
      } else if (facts.isFile()) {
        const file = KeptFile.of(readFileSync(full))
        this.#files.set(facts.ino, file)
        put(into, name, file)
      }
    }
    into.sync()
  }

  #apply(change: NotedChange): void {
    const { op, file, first, second } = change
    switch (op) {
      case 'create': {
        const created = new KeptFile()
        this.#files.set(file, created)
        this.#put(first, created)
        return
      }
      case 'write':
      case 'truncate': {
        const { begin, at, bytes } = change
        this.#files.get(file)?.change({ noted: begin, at, bytes })
        return
      }
      case 'sync':
        if (first) this.#folderAt(first)?.sync()
        else this.#files.get(file)?.sync(change.since)
        if (this.#hasJournal) this.#syncNames(this.#top)
        return
      case 'sync all':
        this.#syncAll(this.#top)
        return
      case 'rename': {
        const entry = this.#folderAt(dirname(first))?.live.get(basename(first))
        if (!entry) return
        this.#folderAt(dirname(first))?.live.delete(basename(first))
        this.#put(second, entry)
        return
      }
      case 'link': {
        const entry = this.#folderAt(dirname(first))?.live.get(basename(first))
        if (entry) this.#put(second, entry)
        return
      }
      case 'mkdir':
        this.#put(first, new KeptFolder())
        return
      case 'unlink':
      case 'rmdir':
        this.#folderAt(dirname(first))?.live.delete(basename(first))
    }
  }

  #syncNames(folder: KeptFolder): void {
    folder.sync()
    for (const entry of folder.live.values()) if (entry instanceof KeptFolder) this.#syncNames(entry)
  }

  #syncAll(folder: KeptFolder): void {
    folder.sync()
    for (const entry of folder.live.values()) {
      if (entry instanceof KeptFolder) this.#syncAll(entry)
      else entry.sync(Number.POSITIVE_INFINITY)
    }
  }

  #put(path: string, entry: KeptFile | KeptFolder): void {
    const folder = this.#folderAt(dirname(path))
    if (folder) put(folder, basename(path), entry)
  }

  #folderAt(path: string): KeptFolder | undefined {
    const names = relative(this.#root, normalize(path))
      .split('/')
      .filter((name) => name !== '' && name !== '.')
    let folder: KeptFile | KeptFolder | undefined = this.#top
    for (const name of names) folder = folder instanceof KeptFolder ? folder.live.get(name) : undefined
    return folder instanceof KeptFolder ? folder : undefined
  }
}

function put(folder: KeptFolder, name: string, entry: KeptFile | KeptFolder): void {
  folder.live.set(name, entry)
  if (entry instanceof KeptFile) {
    entry.parent = folder
    entry.name = name
  }
}
