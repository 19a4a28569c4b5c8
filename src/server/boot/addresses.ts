import { hostname, networkInterfaces } from 'node:os'

const everywhere = new Set(['0.0.0.0', '::'])
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** The origins of this server: the public one first, then every other one that a browser may use. */
export interface Addresses {
  readonly publicUrl: string
  readonly origins: readonly string[]
  /** PUBLIC_URL is the identity provider's host, whatever host a request used. */
  readonly fixed: boolean
}

/**
 * Finds the server's origins. Without PUBLIC_URL the public host is `localhost` where the server listens on
 * loopback or on all interfaces (browsers treat it as secure, which sign-in needs), else HOST. A server on
 * all interfaces also gets the machine's host name and network addresses, so that handhelds can sign in.
 */
export function findAddresses(options: {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly publicUrl: string | undefined
}): Addresses {
  const { host, port, secure } = options
  const originOf = (name: string) => {
    const bracketed = name.includes(':') ? `[${name}]` : name
    return new URL(`${secure ? 'https' : 'http'}://${bracketed}:${port}`).origin
  }
  const isLocal = everywhere.has(host) || loopback.has(host)
  const names = isLocal ? ['localhost', '127.0.0.1'] : [host]
  if (everywhere.has(host)) names.push(hostname(), ...networkAddresses())
  const publicUrl = options.publicUrl ?? originOf(names[0] ?? host)
  return {
    publicUrl,
    origins: [...new Set([publicUrl, ...names.map(originOf)])],
    fixed: options.publicUrl !== undefined,
  }
}

/**
 * The embedded provider's host for a request with this Host header: PUBLIC_URL; without it the header's host,
 * if it is one of ours. An unknown host is never repeated.
 */
export function providerOrigin({ publicUrl, origins, fixed }: Addresses, host: string | undefined): string {
  const named = fixed ? undefined : origins.find((each) => new URL(each).host === host)
  return named ?? publicUrl
}

function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
    .map((address) => address.address)
}
