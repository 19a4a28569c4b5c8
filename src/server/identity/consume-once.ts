import { type Adapter, errors } from 'oidc-provider'

/** Storage that marks a code or token as used. Returns false if it was used before or is missing. */
export type ProviderState = Omit<Adapter, 'consume'> & {
  readonly consumeOnce: (id: string) => Promise<boolean>
}

/**
 * Storage in which a code or refresh token can be used only once, even by concurrent requests: the library
 * itself reads and marks in two steps. A second use is refused and revokes the whole sign-in.
 */
export function consumeOnce(stateOf: (model: string) => ProviderState): (model: string) => Adapter {
  return (model) => {
    const state = stateOf(model)
    return {
      ...state,
      consume: async (id) => {
        if (await state.consumeOnce(id)) return
        const grantId = (await state.find(id))?.grantId
        if (grantId) {
          await stateOf('Grant').destroy(grantId)
          await state.revokeByGrantId(grantId)
        }
        throw new errors.InvalidGrant('already used')
      },
    }
  }
}
