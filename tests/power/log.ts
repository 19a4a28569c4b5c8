// Reads the log of recorder.c: records of a fixed-size head, two paths and bytes.

const operations = [
  'create',
  'write',
  'truncate',
  'sync',
  'rename',
  'unlink',
  'mkdir',
  'rmdir',
  'sync all',
  'link',
] as const

/** A change in the recorder's log. */
export interface LoggedChange {
  readonly op: (typeof operations)[number]
  /** The inode; 0 if paths identify the target. */
  readonly file: bigint
  /** Offset of the bytes, or the new length. */
  readonly at: number
  /** For a sync: the log's length when the sync began. */
  readonly since: number
  readonly first: string
  readonly second: string
  readonly bytes: Buffer | undefined
  /** Its start and end in the log, in bytes. */
  readonly begin: number
  readonly end: number
}

const headBytes = 48

/** Reads the records of a part of the log that starts at `from`. Skips an incomplete record at the end. */
export function* readLog(part: Buffer, from: number): Generator<LoggedChange> {
  for (let at = 0; at + headBytes <= part.length; ) {
    const number = (offset: number) => Number(part.readBigUInt64LE(at + offset))
    const op = operations[part.readUInt32LE(at) - 1]
    if (!op) throw new Error(`The log has no record at ${from + at}.`)
    const first = part.readUInt32LE(at + 4)
    const second = part.readUInt32LE(at + 8)
    const length = number(40)
    const paths = at + headBytes
    const bytes = paths + first + second
    const end = bytes + length
    if (end > part.length) return
    yield {
      op,
      file: part.readBigUInt64LE(at + 16),
      at: number(24),
      since: number(32),
      first: part.toString('utf8', paths, paths + first),
      second: part.toString('utf8', paths + first, bytes),
      bytes: op === 'write' ? part.subarray(bytes, end) : undefined,
      begin: from + at,
      end: from + end,
    }
    at = end
  }
}
