import type { IncomingMessage, ServerResponse } from 'node:http'
import contexts from 'oidc-provider/lib/helpers/als.js'
import { providerPath } from './client.ts'
import { createLogin, type LoginOptions, sendWait } from './login.ts'
import { createProvider, type ProviderOptions } from './provider.ts'

const loginPath = '/dev-login'

// Open to anybody: starting a sign-in, and tokens.
const limited = new RegExp(`^${providerPath}/(auth|token)/?(\\?|$)`, 'i')

/** The embedded development provider as one request handler. */
export interface EmbeddedIdentity {
  readonly handles: (path: string) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Creates the provider with its sign-in page. Throws if NODE_ENV is production. */
export function createEmbeddedIdentity(
  options: ProviderOptions &
    Pick<LoginOptions, 'waitSeconds'> & {
      /** The host in the provider's own URLs, for a request with this Host header. */
      readonly hostFor: (host: string | undefined) => string
      /** Seconds that this request must wait before it may start a sign-in or get tokens; 0 for none. */
      readonly waitFor: (request: IncomingMessage) => Promise<number>
    },
): EmbeddedIdentity {
  const provider = createProvider(options)
  const { users, origins, waitSeconds, isActive } = options
  const login = createLogin({ provider, users, origins, waitSeconds, isActive })
  const answer = provider.callback()
  let underWay = 0
  return {
    handles: (path) => path.startsWith(`${providerPath}/`) || path.startsWith(`${loginPath}/`),
    handle: async (request, response) => {
      const url = request.url ?? ''
      // The library derives its own URLs from these headers, which anybody may send.
      request.headers.host = options.hostFor(request.headers.host)
      delete request.headers['x-forwarded-host']
      if (url.startsWith(`${loginPath}/`)) return login(request, response)
      // Before anything is written: starting a sign-in writes a row.
      const wait = limited.test(url) ? await options.waitFor(request) : 0
      if (wait > 0) {
        sendWait(response, wait)
        return
      }
      // The provider derives its own addresses from the part of the path that was cut off, as under a
      // mounting router.
      Object.assign(request, { originalUrl: url, url: url.slice(providerPath.length) })
      underWay += 1
      try {
        await answer(request, response)
      } finally {
        underWay -= 1
        // From its first request on the library has Node note a context with every promise, of all requests.
        // It notes it anew with the next one.
        if (underWay === 0) contexts.disable()
      }
    },
  }
}
