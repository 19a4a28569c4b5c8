// Decides at which hosts print agents may be: on the local network, or named by the site. Pages can connect
// to no other agents.

/** A print agent's stored host, and its port. */
export interface PrintHost {
  readonly host: string
  readonly port: number
}

// Normalizes a host to lower case, without scheme and final dot.
const nameOf = (host: string) =>
  host
    .trim()
    .toLowerCase()
    .replace(/^wss?:\/\//, '')
    .replace(/\.$/, '')

/** Is a host on the local network or one of the named? `*.` before a name includes all names below it. */
export function isAllowedHost(host: string, named: readonly string[]): boolean {
  const name = nameOf(host)
  const known = named.some((each) => {
    const pattern = each.toLowerCase()
    return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern
  })
  return known || isPrivate(name)
}

function isPrivate(name: string): boolean {
  if (name.startsWith('['))
    return /^\[(::1|f[cd][0-9a-f]{2}:[0-9a-f:]*|fe[89ab][0-9a-f]:[0-9a-f:]*)\]$/.test(name)
  const parts = name.split('.')
  const last = parts.at(-1) ?? ''
  // Browsers read any name that ends in a number as an address, in several notations.
  if (/^(\d+|0x[0-9a-f]*)$/.test(last)) return isPrivateAddress(parts)
  return parts.length === 1 || /(^|\.)(localhost|local|lan|internal|home\.arpa)$/.test(name)
}

function isPrivateAddress(parts: readonly string[]): boolean {
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) {
    return false
  }
  const [first = 0, second = 0] = parts.map(Number)
  return (
    first === 10 ||
    first === 127 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254)
  )
}

/**
 * Returns the CSP sources for these agents over TLS: registered hosts at their ports, named hosts at any
 * port. A policy cannot name IPv6 addresses.
 */
export function policySources(agents: readonly PrintHost[], named: readonly string[]): readonly string[] {
  const registered = agents
    .filter(({ host }) => isAllowedHost(host, named) && /^[a-z0-9_.-]+$/.test(nameOf(host)))
    .map(({ host, port }) => `${nameOf(host)}:${port}`)
  const all = [...new Set([...registered, ...named.map((name) => `${name.toLowerCase()}:*`)])]
  // The agent's socket, and the data it serves about itself.
  return ['wss', 'https'].flatMap((scheme) => all.map((agent) => `${scheme}://${agent}`))
}
