// Builds the address of a print agent from the print server's record and the site's settings.
import { PRINT_AGENT_PORT } from '#core/wire/limits.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'

interface AgentPlace {
  /** A host name, an IPv4 address or an IPv6 address in brackets, with an optional `ws://` or `wss://`. */
  readonly host: string
  /** '' for the default port. */
  readonly port: string
  /** Used if the host has none. */
  readonly scheme: 'ws' | 'wss'
  /** '' if the site has none. */
  readonly token: string
}

export interface AgentAddress {
  /** The socket's URL; contains the token and is never shown. */
  readonly url: string
  /** Host and port, to show. */
  readonly shown: string
  readonly secure: boolean
  /** Is it on this computer? */
  readonly loopback: boolean
  /** The agent's own page, where its certificate can be accepted. */
  readonly page: string
}

/**
 * Builds an agent's address. The token is sent under the parameter names of both protocol versions; each
 * ignores the other. Fails if host and port are no valid address.
 */
export function addressOf({ host, port, scheme, token }: AgentPlace): Result<AgentAddress, 'badAddress'> {
  const [, ownScheme = scheme, name = ''] = /^(?:(wss?):\/\/)?(.*)$/i.exec(host.trim()) ?? []
  const secure = ownScheme.toLowerCase() === 'wss'
  const authority = `${name}:${port.trim() || PRINT_AGENT_PORT}`
  const text = `${secure ? 'wss' : 'ws'}://${authority}/printer`
  // A host that contains a path, port or user would lead elsewhere.
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
