import type { Commodity } from '#core/wire/constants.ts'
import { succeed } from '#core/wire/result.ts'
import { mayWorkAt } from '#server/domain/people.ts'
import type { Handlers } from '../handlers.ts'
import { type HandlerParts, withPerson } from './context.ts'

const isYes = (flag: boolean | string | undefined) => flag === true || /^(true|1|y|yes)$/i.test(String(flag))

/** Handles master data, which every user in a configured group may read (part 1 section 7). */
export function referenceHandlers<Transaction>(parts: HandlerParts<Transaction>) {
  const { references } = parts.ports
  type Caller = Parameters<typeof withPerson>[2]
  /** Reads a list that needs no other right. */
  const listed = <Item>(user: Caller, read: () => Promise<readonly Item[]>) =>
    withPerson(parts, parts.ports, user, async () => succeed([...(await read())]))
  const asResult = async <Item>(user: Caller, read: () => Promise<readonly Item[]>) => {
    const list = await listed(user, read)
    return list.ok ? succeed({ Result: list.value }) : list
  }
  const asData = async <Item>(user: Caller, read: () => Promise<readonly Item[]>) => {
    const list = await listed(user, read)
    return list.ok ? succeed({ Data: list.value }) : list
  }
  /** The commodity of a season: undefined without a season, null for an unknown one. */
  const commodityOf = async (seasonId: string | undefined): Promise<Commodity | null | undefined> =>
    seasonId === undefined ? undefined : ((await references.season(seasonId))?.Commodity ?? null)

  return {
    warehouse: ({ query, user }) =>
      asData(user, () => references.locations({ activeOnly: isYes(query.isactive) })),
    trimseasons: ({ user }) => asResult(user, references.seasons),
    trimtype: ({ user }) => asResult(user, references.trimTypes),
    nursery: ({ user }) => asResult(user, references.nurseries),
    reasoncode: ({ query, user }) => asResult(user, () => references.reasonCodes(query.reasontype)),
    variety: ({ query, user }) =>
      asData(user, async () => {
        const commodity = await commodityOf(query.trimseasonid)
        if (commodity !== undefined && commodity !== query.berrytype) return []
        return references.varieties({ commodity: query.berrytype, code: query.varietycode })
      }),
    grower: ({ query, user }) =>
      asResult(user, async () => {
        const commodity = await commodityOf(query.trimseasonid)
        return commodity === null ? [] : references.growers({ commodity, location: query.location })
      }),
    growers: ({ query, user }) =>
      withPerson(parts, parts.ports, user, async (person) => {
        const { commodity, inventorylocation: location, returnedfromtype } = query
        if (location !== undefined) {
          const allowed = mayWorkAt(person, location)
          if (!allowed.ok) return allowed
        }
        const ofSeason = await commodityOf(query.trimseasonid)
        if (ofSeason !== commodity || returnedfromtype !== 'Grower') return succeed({ Result: [] })
        const growers =
          location === undefined
            ? references.growers({ commodity })
            : references.growersWithStorage({ commodity, location })
        return succeed({ Result: [...(await growers)] })
      }),
  } satisfies Handlers<Transaction>
}
