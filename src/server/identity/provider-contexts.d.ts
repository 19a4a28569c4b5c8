// Where the library keeps what its requests are about; its types leave this out.
declare module 'oidc-provider/lib/helpers/als.js' {
  import type { AsyncLocalStorage } from 'node:async_hooks'

  const contexts: AsyncLocalStorage<unknown>
  export default contexts
}
