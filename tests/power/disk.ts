/** Computes the content of a disk after a power cut from the log of recorder.c. */
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
import { type LoggedChange, readLog } from './log.ts'

/** Decides whether an unsynced change survives the power cut. */
export type Survives = () => boolean

/** No unsynced change survives. */
export const noneSurvive: Survives = () => false

/** About half of the unsynced changes survive, chosen by the seed. */
export function someSurvive(seed: number): Survives {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 31 === 1
  }
}

// A disk writes whole sectors of this many bytes.
const sectorBytes = 512

interface PendingChange {
  /** Its offset in the log. */
  readonly loggedAt: number
  readonly at: number
  /** Undefined: the file's length changes to `at`. */
  readonly bytes: Buffer | undefined
}

class DurableFile {
  #kept: Buffer = Buffer.alloc(0)
  #length = 0
  #pending: PendingChange[] = []
  parent: DurableFolder | undefined
  name = ''

  static of(content: Buffer): DurableFile {
    const file = new DurableFile()
    file.#kept = content
    file.#length = content.length
    return file
  }

  change(change: PendingChange): void {
    this.#pending.push(change)
  }

  /** Makes changes logged before `since` durable, and the file's name. */
  sync(since: number): void {
    const first = this.#pending.findIndex(({ loggedAt }) => loggedAt >= since)
    for (const change of this.#pending.splice(0, first < 0 ? this.#pending.length : first))
      this.#apply(change)
    this.parent?.kept.set(this.name, this)
  }

  content(survives: Survives): Buffer {
    const copy = DurableFile.of(Buffer.from(this.#kept.subarray(0, this.#length)))
    for (const change of this.#pending) copy.#applySome(change, survives)
    return copy.#kept.subarray(0, copy.#length)
  }

  #applySome({ loggedAt, at, bytes }: PendingChange, survives: Survives): void {
    if (!bytes) {
      if (survives()) this.#apply({ loggedAt, at, bytes })
      return
    }
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + sectorBytes - ((at + from) % sectorBytes))
      if (survives()) this.#apply({ loggedAt, at: at + from, bytes: bytes.subarray(from, to) })
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

class DurableFolder {
  readonly live = new Map<string, DurableFile | DurableFolder>()
  readonly kept = new Map<string, DurableFile | DurableFolder>()

  sync(): void {
    this.kept.clear()
    for (const [name, entry] of this.live) this.kept.set(name, entry)
  }
}

/**
 * Simulates a folder on a disk that loses unsynced changes.
 *
 * An fsync of a file makes its bytes and name durable. Other names (folders, renames, removals) become
 * durable by an fsync of their folder. With a `journal` any later fsync makes them durable, as on ext4.
 */
export class Disk {
  readonly #root: string
  readonly #hasJournal: boolean
  readonly #top = new DurableFolder()
  readonly #files = new Map<bigint, DurableFile>()
  // Bytes of the log that are applied.
  #appliedBytes = 0

  /** Reads the folder; its current content counts as durable. */
  constructor(root: string, names: 'folders' | 'journal' = 'folders') {
    this.#root = root
    this.#hasJournal = names === 'journal'
    this.#load(this.#top, root)
  }

  /** Applies the log up to byte `to`. */
  replay(log: string, to: number): void {
    if (to <= this.#appliedBytes) return
    const file = openSync(log, 'r')
    try {
      const bytes = Buffer.alloc(to - this.#appliedBytes)
      readSync(file, bytes, 0, bytes.length, this.#appliedBytes)
      for (const change of readLog(bytes, this.#appliedBytes)) {
        this.#apply(change)
        this.#appliedBytes = change.end
      }
    } finally {
      closeSync(file)
    }
  }

  /** Writes the content after a power cut into a folder; creates the folder if needed. */
  writeTo(folder: string, survives: Survives): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const write = (from: DurableFolder, to: string) => {
      for (const [name, entry] of from.kept) {
        const path = join(to, name)
        if (entry instanceof DurableFolder) {
          mkdirSync(path, { mode: 0o700 })
          write(entry, path)
        } else {
          writeFileSync(path, entry.content(survives), { mode: 0o600 })
        }
      }
    }
    write(this.#top, folder)
  }

  #load(into: DurableFolder, path: string): void {
    for (const name of readdirSync(path)) {
      const full = join(path, name)
      const stats = lstatSync(full, { bigint: true })
      if (stats.isDirectory()) {
        const folder = new DurableFolder()
        into.live.set(name, folder)
        this.#load(folder, full)
      } else if (stats.isFile()) {
        const file = DurableFile.of(readFileSync(full))
        this.#files.set(stats.ino, file)
        put(into, name, file)
      }
    }
    into.sync()
  }

  #apply(change: LoggedChange): void {
    const { op, file, first, second } = change
    switch (op) {
      case 'create': {
        const created = new DurableFile()
        this.#files.set(file, created)
        this.#put(first, created)
        return
      }
      case 'write':
      case 'truncate': {
        const { begin, at, bytes } = change
        this.#files.get(file)?.change({ loggedAt: begin, at, bytes })
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
        this.#put(first, new DurableFolder())
        return
      case 'unlink':
      case 'rmdir':
        this.#folderAt(dirname(first))?.live.delete(basename(first))
    }
  }

  #syncNames(folder: DurableFolder): void {
    folder.sync()
    for (const entry of folder.live.values()) if (entry instanceof DurableFolder) this.#syncNames(entry)
  }

  #syncAll(folder: DurableFolder): void {
    folder.sync()
    for (const entry of folder.live.values()) {
      if (entry instanceof DurableFolder) this.#syncAll(entry)
      else entry.sync(Number.POSITIVE_INFINITY)
    }
  }

  #put(path: string, entry: DurableFile | DurableFolder): void {
    const folder = this.#folderAt(dirname(path))
    if (folder) put(folder, basename(path), entry)
  }

  #folderAt(path: string): DurableFolder | undefined {
    const names = relative(this.#root, normalize(path))
      .split('/')
      .filter((name) => name !== '' && name !== '.')
    let folder: DurableFile | DurableFolder | undefined = this.#top
    for (const name of names) folder = folder instanceof DurableFolder ? folder.live.get(name) : undefined
    return folder instanceof DurableFolder ? folder : undefined
  }
}

function put(folder: DurableFolder, name: string, entry: DurableFile | DurableFolder): void {
  folder.live.set(name, entry)
  if (entry instanceof DurableFile) {
    entry.parent = folder
    entry.name = name
  }
}
