import type { IncomingMessage, ServerResponse } from 'node:http'
import contexts from 'oidc-provider/lib/helpers/als.js'
import { findLanguage } from '#text/all-languages.ts'
import { providerPath } from './client.ts'
import { createLogin, type LoginOptions, sendTooManyRequests } from './login.ts'
import { createProvider, type ProviderOptions } from './provider.ts'

const loginPath = '/dev-login'

// Paths open to everyone: starting a sign-in, and tokens.
const limitedPaths = new RegExp(`^${providerPath}/(auth|token)/?(\\?|$)`, 'i')

/** The embedded development provider as one request handler. */
export interface EmbeddedIdentity {
  readonly canHandle: (path: string) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Creates the provider with its sign-in page. Throws if NODE_ENV is production. */
export function createEmbeddedIdentity(
  options: ProviderOptions &
    Pick<LoginOptions, 'waitSeconds'> & {
      /** The host in the provider's own URLs, for a request with this Host header. */
      readonly hostFor: (host: string | undefined) => string
      /** Seconds that a request must wait before it may start a sign-in or get tokens; 0 for none. */
      readonly waitFor: (request: IncomingMessage) => Promise<number>
    },
): EmbeddedIdentity {
  const provider = createProvider(options)
  const { users, origins, waitSeconds, isActive } = options
  const login = createLogin({ provider, users, origins, waitSeconds, isActive })
  const handleByProvider = provider.callback()
  let running = 0
  return {
    canHandle: (path) => path.startsWith(`${providerPath}/`) || path.startsWith(`${loginPath}/`),
    handle: async (request, response) => {
      const url = request.url ?? ''
      // The library derives its URLs from these headers, which clients can forge.
      request.headers.host = options.hostFor(request.headers.host)
      delete request.headers['x-forwarded-host']
      if (url.startsWith(`${loginPath}/`)) return login(request, response)
      // Checked first, because starting a sign-in writes a row.
      const wait = limitedPaths.test(url) ? await options.waitFor(request) : 0
      if (wait > 0) {
        sendTooManyRequests(response, wait, findLanguage(request.headers['accept-language']))
        return
      }
      // The provider derives its URLs from the removed part of the path, as under a mounting router.
      Object.assign(request, { originalUrl: url, url: url.slice(providerPath.length) })
      running += 1
      try {
        await handleByProvider(request, response)
      } finally {
        running -= 1
        // The library's async context slows down all promises of the process. It is enabled again on demand.
        if (running === 0) contexts.disable()
      }
    },
  }
}
