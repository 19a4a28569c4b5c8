// Reads the printer list of an agent. Versions from 1.0 serve their settings and the computer's printers as
// JSON to any page (docs/print-agent.md); earlier versions have only the socket.
import * as v from 'valibot'
import { replaceInvisible } from '#core/wire/invisible-characters.ts'
import type { AgentAddress } from './address.ts'
import { type AgentSocket, PRINT_TIMEOUTS } from './print-on-agent.ts'
import { isTokenRefusal } from './protocol.ts'
import {
  detectPolicyRefusal,
  readPermission,
  type UnreachableCause,
  whyUnreachable,
} from './why-unreachable.ts'

export type AgentState =
  /** `names`: the agent's names of its printers. `unnamed`: printers of its computer without such a name. */
  | { readonly type: 'lists'; readonly names: readonly string[]; readonly unnamed: readonly string[] }
  /** It answers but does not list its printers: an early version, or one with a token. */
  | { readonly type: 'answers' }
  /** It requires another token. */
  | { readonly type: 'token' }
  | { readonly type: 'unreachable'; readonly cause: UnreachableCause }

interface AskAgentOptions {
  /** '' if the site has none. */
  readonly token: string
  readonly fetch?: typeof fetch
  readonly openSocket?: (url: string) => AgentSocket
  /** Timeout of each answer, in milliseconds. */
  readonly timeoutMs?: number
}

// Parses only the names of its settings: others, such as the token, must not reach the page.
const nameText = v.pipe(
  v.string(),
  v.maxLength(255),
  v.transform((name) => replaceInvisible(name)),
)
const settings = v.object({
  printer: v.object({ mappings: v.nullish(v.array(v.object({ type: nameText, name: nameText })), []) }),
})
const printers = v.array(v.object({ name: nameText }))

/** Reads the printers of an agent. Never rejects. */
export async function askAgent(
  address: AgentAddress,
  { token, fetch: get = fetch, openSocket, timeoutMs = PRINT_TIMEOUTS.connection }: AskAgentOptions,
): Promise<AgentState> {
  const read = async <Schema extends v.GenericSchema>(path: string, schema: Schema) => {
    try {
      const answer = await get(`${address.page}${path}`, {
        signal: AbortSignal.timeout(timeoutMs),
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
  const { value: agentSettings, refused } = await detectPolicyRefusal(address, () =>
    read('config.json', settings),
  )
  if (agentSettings) {
    const mappings = agentSettings.printer.mappings
    const mapped = new Set(mappings.map(({ name }) => name.toLowerCase()))
    const all = (await read('system/printers.json', printers)) ?? []
    return {
      type: 'lists',
      names: [...new Set(mappings.map(({ type }) => type))],
      unnamed: all.map(({ name }) => name).filter((name) => !mapped.has(name.toLowerCase())),
    }
  }
  const outcome = refused ? 'closed' : await probeSocket(address, timeoutMs, openSocket)
  if (outcome !== 'closed' && outcome !== 'blocked') return { type: outcome }
  const cause = whyUnreachable(address, {
    pageSecure: window.location.protocol === 'https:',
    blocked: outcome === 'blocked',
    refused,
    permission: await readPermission(address),
  })
  return { type: 'unreachable', cause }
}

// An agent refuses a token right after the connection opens; one that stays open for this long has accepted
// it. Milliseconds.
const tokenWaitMs = 500

const probeSocket = (
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
    const end = (outcome: 'answers' | 'token' | 'closed') => {
      clearTimeout(timer)
      resolve(outcome)
      socket.close()
    }
    socket.addEventListener('open', () => {
      clearTimeout(timer)
      timer = setTimeout(() => end('answers'), tokenWaitMs)
    })
    socket.addEventListener('close', ({ code, reason }) =>
      end(isTokenRefusal(code, reason) ? 'token' : 'closed'),
    )
    socket.addEventListener('error', () => undefined)
  })
