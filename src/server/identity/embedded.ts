import type { IncomingMessage, ServerResponse } from 'node:http'
import { providerPath } from './client.ts'
import { createLogin, type LoginOptions } from './login.ts'
import { createProvider, type ProviderOptions } from './provider.ts'

const loginPath = '/dev-login'

/** The embedded development provider as one request handler. */
export interface EmbeddedIdentity {
  readonly handles: (path: string) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Creates the provider with its sign-in page. Throws if NODE_ENV is production. */
export function createEmbeddedIdentity(
  options: ProviderOptions &
    Pick<LoginOptions, 'waitSeconds'> & {
      /** The host under which the provider names its addresses, for a request with this Host header. */
      readonly hostFor: (host: string | undefined) => string
    },
): EmbeddedIdentity {
  const provider = createProvider(options)
  const { users, origins, waitSeconds } = options
  const login = createLogin({ provider, users, origins, waitSeconds })
  const answer = provider.callback()
  return {
    handles: (path) => path.startsWith(`${providerPath}/`) || path.startsWith(`${loginPath}/`),
    handle: async (request, response) => {
      const url = request.url ?? ''
      // The library takes its own addresses from these headers, which anybody may send.
      request.headers.host = options.hostFor(request.headers.host)
      delete request.headers['x-forwarded-host']
      if (url.startsWith(`${loginPath}/`)) return login(request, response)
      // The provider derives its own addresses from the part of the path that was cut off, as under a
      // mounting router.
      Object.assign(request, { originalUrl: url, url: url.slice(providerPath.length) })
      await answer(request, response)
    },
  }
}
