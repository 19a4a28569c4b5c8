// The log of recorder.c: records of a fixed head, two paths and bytes.

const OPS = [
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

/** A change as the recorder has noted it. */
export interface NotedChange {
  readonly op: (typeof OPS)[number]
  /** The inode; 0 where paths say what is meant. */
  readonly file: bigint
  /** Offset of the bytes, or the new length. */
  readonly at: number
  /** For a sync: how long the log was when it began. */
  readonly since: number
  readonly first: string
  readonly second: string
  readonly bytes: Buffer | undefined
  /** Its place in the log, in bytes. */
  readonly begin: number
  readonly end: number
}

const HEAD = 48

/** The records in a part of the log that begins at `from`; one that is cut off at the end is left out. */
export function* readLog(part: Buffer, from: number): Generator<NotedChange> {
  for (let at = 0; at + HEAD <= part.length; ) {
    const number = (offset: number) => Number(part.readBigUInt64LE(at + offset))
    const op = OPS[part.readUInt32LE(at) - 1]
    if (!op) throw new Error(`The log has no record at ${from + at}.`)
    const first = part.readUInt32LE(at + 4)
    const second = part.readUInt32LE(at + 8)
    const length = number(40)
    const paths = at + HEAD
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
