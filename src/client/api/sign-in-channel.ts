// How the window that signs in over a screen reaches it. The two may not see each other (a provider on another origin cuts them
// apart), but they share the origin's channels.
import * as v from 'valibot'

const CHANNEL = 'trimline-sign-in'
const message = v.object({ over: v.string(), tokens: v.unknown() })

/** Tells the window that waits for `over` what its sign-in came to. */
export function announceSignIn(over: string, tokens: unknown): void {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage({ over, tokens })
  channel.close()
}

/** Waits for the answer to `over`; undefined when `signal` ends the waiting. */
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
