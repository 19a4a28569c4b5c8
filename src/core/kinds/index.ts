// The registry of document kinds. A new kind needs a folder and a line here.
import type { DocumentKind } from '#core/wire/constants.ts'
import { count } from './count/rules.ts'
import { dump } from './dump/rules.ts'
import { issuance } from './issuance/rules.ts'
import type { DocumentCalls, Kind } from './kind.ts'
import { returns } from './return/rules.ts'
import { transfer } from './transfer/rules.ts'

export const kinds = { issuance, transfer, dump, return: returns, count } as const satisfies Record<
  string,
  Kind
>

/** The kind with this name. Adjustment requests are no kind (src/core/kinds/adjustment). */
export function kindNamed(name: Exclude<DocumentKind, 'request'>): Kind {
  return kinds[name]
}

type KindName = keyof typeof kinds
type CallName = `${KindName}.${keyof DocumentCalls}`
type NamedCalls = {
  readonly [Name in CallName]: Name extends `${infer Of extends KindName}.${infer Verb extends keyof DocumentCalls}`
    ? (typeof kinds)[Of]['calls'][Verb]
    : never
}

/** The calls of all kinds by full name, such as `dump.list`. */
export const documentCalls: NamedCalls = namedCalls()

function namedCalls(): NamedCalls {
  const named = Object.values<Kind>(kinds).flatMap(({ kind, calls }) =>
    Object.entries(calls).map(([name, call]) => [`${kind}.${name}`, call] as const),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same calls under these names
  return Object.fromEntries(named) as NamedCalls
}
