// Master data for a stock file, found by code or name, case-insensitively.
import { COMMODITIES, type Commodity } from '#core/wire/constants.ts'
import type { ReferencesPort } from '#server/domain/references.ts'

export interface ImportReferences {
  readonly locations: ReadonlySet<string>
  /** Only the user's locations; null for all. */
  readonly allowed: ReadonlySet<string> | null
  readonly varieties: Lookup<{ readonly code: string; readonly commodity: Commodity }>
  readonly trimTypes: Lookup<string>
  readonly seasons: Lookup<{ readonly id: string; readonly name: string; readonly commodity: Commodity }>
  readonly growers: ReadonlySet<string>
}

/** Finds an entry by code, else by unique name. */
export type Lookup<Item> = (text: string) => Item | undefined

/** Reads the master data for new stock: active entries only. */
export async function readImportReferences(
  references: ReferencesPort,
  allowed: ReadonlySet<string> | null,
): Promise<ImportReferences> {
  const locations = await references.locations({ activeOnly: true })
  const varieties: { code: string; name: string; item: { code: string; commodity: Commodity } }[] = []
  for (const commodity of COMMODITIES) {
    for (const { Code, Descript } of await references.varieties({ commodity })) {
      varieties.push({ code: Code, name: Descript, item: { code: Code, commodity } })
    }
  }
  const trimTypes = await references.trimTypes()
  const seasons = await references.seasons()
  const growers = await references.growers({})
  return {
    locations: new Set(locations.map(({ Code }) => Code)),
    allowed,
    varieties: lookup(varieties),
    trimTypes: lookup(trimTypes.map(({ Id, TrimType }) => ({ code: Id, name: TrimType, item: TrimType }))),
    seasons: lookup(
      seasons.map(({ Id, TrimSeason, Commodity }) => ({
        code: Id,
        name: TrimSeason,
        item: { id: Id, name: TrimSeason, commodity: Commodity },
      })),
    ),
    growers: new Set(growers.map(({ Id }) => Id)),
  }
}

const fold = (text: string) => text.trim().toLowerCase()

function lookup<Item>(
  entries: readonly { readonly code: string; readonly name: string; readonly item: Item }[],
): Lookup<Item> {
  const byCode = new Map(entries.map(({ code, item }) => [fold(code), item]))
  const byName = new Map<string, Item | undefined>()
  for (const { name, item } of entries) {
    byName.set(fold(name), byName.has(fold(name)) ? undefined : item)
  }
  return (text) => byCode.get(fold(text)) ?? byName.get(fold(text))
}
