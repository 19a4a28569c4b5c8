// CPU time of processes, by /proc: on a machine with other work it says more than the clock does.
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

// Linux counts in hundredths of a second.
const tick = 10

interface Process {
  readonly parent: number
  readonly cpu: number
}

function look(pid: number | string): Process {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the name, which may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) * tick }
  } catch {
    return { parent: 0, cpu: 0 }
  }
}

/** CPU milliseconds that these processes and their children have used so far; 0 where there is no /proc. */
export function cpuOf(pids: readonly number[]): number {
  let all: readonly string[] = []
  try {
    all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return 0
  }
  return all.reduce((sum, each) => {
    const { parent, cpu } = look(each)
    return pids.includes(Number(each)) || pids.includes(parent) ? sum + cpu : sum
  }, 0)
}

/** The database server's own process. */
export async function databaseProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { parent } = look(rows[0]?.pid ?? 0)
  await client.end()
  return parent
}
