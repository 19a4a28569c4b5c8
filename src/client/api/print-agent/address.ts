// Where an agent listens: from the record of the print server and the settings of the site.
import { PRINT_AGENT_PORT } from '#contract/limits.ts'
import { fail, type Result, succeed } from '#contract/result.ts'

export interface AgentPlace {
  /** A host name, an IPv4 address or an IPv6 address in brackets; `ws://` or `wss://` may precede it. */
  readonly host: string
  /** '' for the agent's usual one. */
  readonly port: string
  /** Used where the host names none. */
  readonly scheme: 'ws' | 'wss'
  /** '' where the site has none. */
  readonly token: string
}

export interface AgentAddress {
  /** What the socket opens; holds the token and is never shown. */
  readonly url: string
  /** For people: host and port. */
  readonly shown: string
  readonly secure: boolean
  /** On this computer. */
  readonly loopback: boolean
  /** The agent's own page, where a browser can be told to trust its certificate. */
  readonly page: string
}

/**
 * Makes the address of an agent. The token goes under the names of both dialects, each of which ignores the other's. Fails
 * where host and port make no address.
 */
export function addressOf({ host, port, scheme, token }: AgentPlace): Result<AgentAddress, 'badAddress'> {
  const [, ownScheme = scheme, name = ''] = /^(?:(wss?):\/\/)?(.*)$/i.exec(host.trim()) ?? []
  const secure = ownScheme.toLowerCase() === 'wss'
  const authority = `${name}:${port.trim() || PRINT_AGENT_PORT}`
  const text = `${secure ? 'wss' : 'ws'}://${authority}/printer`
  // A name that brings a path, a port or a person with it would lead elsewhere than it says.
  if (!/^([^/?#@:[\]]+|\[[^/?#@[\]]+\])$/.test(name) || !URL.canParse(text)) return fail('badAddress')
  const url = new URL(text)
  if (token !== '') url.search = new URLSearchParams({ token, access_token: token }).toString()
  return succeed({
    url: url.href,
    shown: url.host,
    secure,
    loopback: isLoopback(url.hostname),
    page: `${secure ? 'https' : 'http'}://${url.host}/`,
  })
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
