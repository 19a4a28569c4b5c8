import { hostname, networkInterfaces } from 'node:os'

const everywhere = new Set(['0.0.0.0', '::'])
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** The addresses of this server: the public one first, then every other under which a browser may come. */
export interface Addresses {
  readonly publicUrl: string
  readonly origins: readonly string[]
}

/**
 * Finds the addresses. Without PUBLIC_URL the public one is `localhost` where the server listens on loopback or everywhere
 * (a browser treats it as secure, which sign-in needs), else HOST. A server that listens everywhere is also known by the
 * machine's own name and network addresses, so that a handheld can sign in through any of them.
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
  return { publicUrl, origins: [...new Set([publicUrl, ...names.map(originOf)])] }
}

function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
    .map((address) => address.address)
}
