import { connect, createServer, type Socket } from 'node:net'

/** A way to a server on the loopback address that a test can break. */
export interface TcpProxy {
  readonly port: number
  /** Ends all connections, as a server does that is killed. */
  readonly cut: () => void
  /**
   * From now on nothing comes through on the connections that are open, as when a machine or its network is
   * gone; new ones work.
   */
  readonly hold: () => void
  /**
   * Ends a connection once the client has sent these words, after the server has had them, before it can
   * answer.
   */
  readonly cutAfter: (words: string) => void
  /** Where new connections go. */
  readonly lead: (port: number) => void
  readonly close: () => Promise<void>
}

/** Starts a proxy to a port. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let to = target
  let words: string | undefined
  const pairs = new Set<{ readonly near: Socket; readonly far: Socket; held: boolean }>()
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    const pair = { near, far, held: false }
    pairs.add(pair)
    let deaf = false
    near.on('data', (bytes) => {
      if (pair.held) return
      if (words !== undefined && bytes.includes(words)) {
        words = undefined
        deaf = true
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      // The server's answer to these words: it has done what they say.
      if (deaf) near.destroy()
      else if (!pair.held) near.write(bytes)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
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
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
    pairs.clear()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: end,
    hold: () => {
      for (const pair of pairs) pair.held = true
    },
    cutAfter: (said) => {
      words = said
    },
    lead: (port) => {
      to = port
    },
    close: async () => {
      end()
      await new Promise((settle) => server.close(settle))
    },
  }
}
