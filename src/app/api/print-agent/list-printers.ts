// What an agent says about itself. Versions from 1.0 serve their settings and the computer's printers as
// JSON, to any page (docs/print-agent.md); earlier ones have nothing but the socket.
import * as v from 'valibot'
import { withoutHidden } from '#core/wire/hidden-characters.ts'
import type { AgentAddress } from './address.ts'
import { type AgentSocket, PRINT_PATIENCE } from './print-on-agent.ts'
import { isTokenRefusal } from './protocol.ts'
import { readPermission, type UnreachableCause, underPolicy, whyUnreachable } from './why-unreachable.ts'

export type AgentState =
  /**
   * `names`: the printers that it prints on, by its own names. `unnamed`: printers of its computer without
   * such a name.
   */
  | { readonly type: 'lists'; readonly names: readonly string[]; readonly unnamed: readonly string[] }
  /** It is there, and does not say which printers it has: an early version, or one with a token. */
  | { readonly type: 'answers' }
  /** It wants another token. */
  | { readonly type: 'token' }
  | { readonly type: 'unreachable'; readonly cause: UnreachableCause }

export interface AskAgentOptions {
  /** '' if the site has none. */
  readonly token: string
  readonly fetch?: typeof fetch
  readonly openSocket?: (url: string) => AgentSocket
  /** Milliseconds for each of its answers. */
  readonly patience?: number
}

// Of all its settings only the names are read: others, such as its token, are none of a page's business.
const nameText = v.pipe(
  v.string(),
  v.maxLength(255),
  v.transform((name) => withoutHidden(name)),
)
const settings = v.object({
  printer: v.object({ mappings: v.nullish(v.array(v.object({ type: nameText, name: nameText })), []) }),
})
const printers = v.array(v.object({ name: nameText }))

/** Asks an agent for its printers. Never rejects. */
export async function askAgent(
  address: AgentAddress,
  { token, fetch: get = fetch, openSocket, patience = PRINT_PATIENCE.connection }: AskAgentOptions,
): Promise<AgentState> {
  const read = async <Schema extends v.GenericSchema>(path: string, schema: Schema) => {
    try {
      const answer = await get(`${address.page}${path}`, {
        signal: AbortSignal.timeout(patience),
        credentials: 'omit',
        ...(token !== '' && { headers: { authorization: `Bearer ${token}` } }),
      })
      if (!answer.ok) return undefined
      const read = v.safeParse(schema, await answer.json())
      return read.success ? read.output : undefined
    } catch {
      return undefined
    }
  }
  const { value: known, refused } = await underPolicy(address, () => read('config.json', settings))
  if (known) {
    const mappings = known.printer.mappings
    const mapped = new Set(mappings.map(({ name }) => name.toLowerCase()))
    const all = (await read('system/printers.json', printers)) ?? []
    return {
      type: 'lists',
      names: [...new Set(mappings.map(({ type }) => type))],
      unnamed: all.map(({ name }) => name).filter((name) => !mapped.has(name.toLowerCase())),
    }
  }
  const heard = refused ? 'closed' : await knock(address, patience, openSocket)
  if (heard !== 'closed' && heard !== 'blocked') return { type: heard }
  const cause = whyUnreachable(address, {
    pageSecure: window.location.protocol === 'https:',
    blocked: heard === 'blocked',
    refused,
    permission: await readPermission(address),
  })
  return { type: 'unreachable', cause }
}

// A token is refused right after the connection is open: an agent that says nothing for so long has taken it.
// Milliseconds.
const TOKEN_WAIT = 500

const knock = (
  { url }: AgentAddress,
  patience: number,
  openSocket: (url: string) => AgentSocket = (to) => new WebSocket(to),
): Promise<'answers' | 'token' | 'closed' | 'blocked'> =>
  new Promise((resolve) => {
    let socket: AgentSocket
    try {
      socket = openSocket(url)
    } catch {
      resolve('blocked')
      return
    }
    let timer = setTimeout(() => end('closed'), patience)
    const end = (heard: 'answers' | 'token' | 'closed') => {
      clearTimeout(timer)
      resolve(heard)
      socket.close()
    }
    socket.addEventListener('open', () => {
      clearTimeout(timer)
      timer = setTimeout(() => end('answers'), TOKEN_WAIT)
    })
    socket.addEventListener('close', ({ code, reason }) =>
      end(isTokenRefusal(code, reason) ? 'token' : 'closed'),
    )
    socket.addEventListener('error', () => undefined)
  })
