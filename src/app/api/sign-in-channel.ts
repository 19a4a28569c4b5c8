// Messages between a window and the window that signs in for it. The two may have no reference to each other
// (a provider on another origin cuts it), but share the origin's BroadcastChannel.
import * as v from 'valibot'

const CHANNEL = 'trimline-sign-in'
const message = v.object({ over: v.string(), tokens: v.unknown() })

/** Sends the sign-in result to the window waiting for `over`. */
export function announceSignIn(over: string, tokens: unknown): void {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage({ over, tokens })
  channel.close()
}

/** Waits for the answer to `over`; undefined if `signal` aborts. */
export function listenForSignIn(over: string, signal: AbortSignal): Promise<unknown> {
  const channel = new BroadcastChannel(CHANNEL)
  return new Promise((resolve) => {
    const settle = (tokens: unknown) => {
      channel.close()
      resolve(tokens)
    }
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const read = v.safeParse(message, data)
      if (read.success && read.output.over === over) settle(read.output.tokens)
    })
    signal.addEventListener('abort', () => settle(undefined), { once: true })
  })
}
