// Declares the library's request context, which its types omit.
declare module 'oidc-provider/lib/helpers/als.js' {
  import type { AsyncLocalStorage } from 'node:async_hooks'

  const contexts: AsyncLocalStorage<unknown>
  export default contexts
}
