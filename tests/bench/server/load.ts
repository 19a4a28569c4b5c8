// HTTP clients with keep-alive, kept cheap because they share the machine with the measured server.
import { Agent, request } from 'node:http'
import { cpuOf } from './cpu.ts'

/** A request to send. */
export interface OutgoingRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The result of a turn: number of answers, seconds, and milliseconds of each answer. */
export interface Turn {
  readonly answers: number
  readonly seconds: number
  readonly times: readonly number[]
  /** CPU milliseconds of the measured processes. */
  readonly cpu: number
}

/** Sends one request and returns the text of the answer. Throws unless the status is 200. */
export function send(
  agent: Agent,
  port: number,
  { method, path, headers, body }: OutgoingRequest,
): Promise<string> {
  return new Promise((settle, fail) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode === 200) settle(text)
          else fail(new Error(`${method} ${path}: ${response.statusCode} ${text}`))
        })
      },
    )
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}

/** Lets `clients` clients send requests for a number of seconds. `next` creates each request. */
export async function turn(
  port: number,
  clients: number,
  seconds: number,
  next: (client: number, count: number) => OutgoingRequest,
  pids: readonly number[] = [],
): Promise<Turn> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const before = cpuOf(pids)
  const began = performance.now()
  const until = began + seconds * 1000
  const work = async (client: number) => {
    for (let count = 0; performance.now() < until; count += 1) {
      const sent = performance.now()
      await send(agent, port, next(client, count))
      times.push(performance.now() - sent)
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  } finally {
    agent.destroy()
  }
  return {
    answers: times.length,
    seconds: (performance.now() - began) / 1000,
    times,
    cpu: cpuOf(pids) - before,
  }
}

/**
 * Combines the turns of one side: answers per second, median and 99th percentile in milliseconds, CPU
 * milliseconds per answer.
 */
export function sum(turns: readonly Turn[]) {
  const times = turns.flatMap((each) => each.times).toSorted((one, other) => one - other)
  const seconds = turns.reduce((all, each) => all + each.seconds, 0)
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const cpu = turns.reduce((all, each) => all + each.cpu, 0) / Math.max(1, times.length)
  return { rate: times.length / seconds, p50: percentile(0.5), p99: percentile(0.99), cpu }
}
