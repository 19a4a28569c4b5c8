import { type Adapter, errors } from 'oidc-provider'

/** Storage that marks a code or token as used; false if it was used before or is gone. */
export type State = Omit<Adapter, 'consume'> & {
  readonly consumeOnce: (id: string) => Promise<boolean>
}

/**
 * The provider's storage, in which a code or refresh token is used only once. The library reads and then
 * marks it, so that concurrent requests would all find it unused. The losers are refused like a second use:
 * everything of that sign-in ends.
 */
export function consumeOnce(stateOf: (model: string) => State): (model: string) => Adapter {
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
