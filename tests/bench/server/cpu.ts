// Reads the CPU time of processes from /proc. On a busy machine it is more meaningful than wall time.
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

// Linux counts CPU time in hundredths of a second.
const tickMs = 10

interface Process {
  readonly parent: number
  readonly cpu: number
}

function readProcess(pid: number | string): Process {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Skips the process name, which may contain any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) * tickMs }
  } catch {
    return { parent: 0, cpu: 0 }
  }
}

/** CPU milliseconds of these processes and their children so far; 0 without /proc. */
export function cpuOf(pids: readonly number[]): number {
  let all: readonly string[] = []
  try {
    all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return 0
  }
  return all.reduce((sum, each) => {
    const { parent, cpu } = readProcess(each)
    return pids.includes(Number(each)) || pids.includes(parent) ? sum + cpu : sum
  }, 0)
}

/** The process id of the database server. */
export async function databaseProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { parent } = readProcess(rows[0]?.pid ?? 0)
  await client.end()
  return parent
}
