import { hostname, networkInterfaces } from 'node:os'

const allInterfaces = new Set(['0.0.0.0', '::'])
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** The origins of this server: the public one first, then all others that a browser may use. */
export interface Addresses {
  readonly publicUrl: string
  readonly origins: readonly string[]
  /** True if PUBLIC_URL is set. It is then the identity provider's host for all requests. */
  readonly fixed: boolean
}

/**
 * Finds the server's origins. Without PUBLIC_URL the public host is `localhost` if the server listens on
 * loopback or all interfaces, because sign-in needs an origin that browsers trust. Otherwise it is HOST.
 * A server on all interfaces also gets the machine's host name and addresses, so that handhelds can sign in.
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
  const isLocal = allInterfaces.has(host) || loopback.has(host)
  const names = isLocal ? ['localhost', '127.0.0.1'] : [host]
  if (allInterfaces.has(host)) names.push(hostname(), ...networkAddresses())
  const publicUrl = options.publicUrl ?? originOf(names[0] ?? host)
  return {
    publicUrl,
    origins: [...new Set([publicUrl, ...names.map(originOf)])],
    fixed: options.publicUrl !== undefined,
  }
}

/**
 * The embedded provider's origin for a request: PUBLIC_URL if set, else the Host header's origin if known.
 * An unknown host is never repeated.
 */
export function providerOrigin({ publicUrl, origins, fixed }: Addresses, host: string | undefined): string {
  const matchingOrigin = fixed ? undefined : origins.find((each) => new URL(each).host === host)
  return matchingOrigin ?? publicUrl
}

function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
    .map((address) => address.address)
}
