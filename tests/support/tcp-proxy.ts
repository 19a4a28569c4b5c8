import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server on the loopback address that a test can interrupt. */
export interface TcpProxy {
  readonly port: number
  /** Ends all connections, like a killed server. */
  readonly cut: () => void
  /** Stops all traffic on open connections, like a lost machine or network. New connections work. */
  readonly hold: () => void
  /**
   * Ends a connection after the client has sent these bytes: the server gets them, but its answer is lost.
   */
  readonly cutAfter: (words: string) => void
  /** Sets the target of new connections. */
  readonly setTarget: (port: number) => void
  readonly close: () => Promise<void>
}

/** Starts a proxy to a port. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let to = target
  let words: string | undefined
  const pairs = new Set<{ readonly client: Socket; readonly upstream: Socket; held: boolean }>()
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    const pair = { client, upstream, held: false }
    pairs.add(pair)
    let isAnswerDropped = false
    client.on('data', (bytes) => {
      if (pair.held) return
      if (words !== undefined && bytes.includes(words)) {
        words = undefined
        isAnswerDropped = true
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      // This is the answer to `words`: the server has handled them.
      if (isAnswerDropped) client.destroy()
      else if (!pair.held) client.write(bytes)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        if (pair.held) return
        pairs.delete(pair)
        other.destroy()
      })
    }
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const address = server.address()
  const end = () => {
    for (const { client, upstream } of pairs) {
      client.destroy()
      upstream.destroy()
    }
    pairs.clear()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: end,
    hold: () => {
      for (const pair of pairs) pair.held = true
    },
    cutAfter: (text) => {
      words = text
    },
    setTarget: (port) => {
      to = port
    },
    close: async () => {
      end()
      await new Promise((settle) => server.close(settle))
    },
  }
}
