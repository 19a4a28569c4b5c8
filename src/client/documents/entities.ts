// Growers, nurseries and locations as header fields choose and show them.
import { useMemo } from 'react'
import { type MasterData, useGrowers, useLocations, useNurseries } from '#client/api/master-data.ts'
import type { Option } from '#client/ui/select-field.tsx'
import type { GrowerEntity } from '#contract/master-data.ts'
import type { HeaderValues } from '#workflows/document.ts'
import type { Control } from '#workflows/workflow.ts'

export type EntityKind = 'grower' | 'nursery' | 'location'

export interface Entities {
  readonly options: (kind: EntityKind | undefined) => readonly Option[]
  /** Whose list it is: its state, and a way to load it again. */
  readonly source: (kind: EntityKind | undefined) => MasterData<unknown> | undefined
  readonly grower: (id: string) => GrowerEntity | undefined
  readonly nameOf: (kind: EntityKind | undefined, id: string) => string
}

/** All that headers can point at. Locations read 'code - description'. */
export const useEntities = (): Entities => {
  const growers = useGrowers()
  const nurseries = useNurseries()
  const locations = useLocations()
  return useMemo(() => {
    const options: Readonly<Record<EntityKind, readonly Option[]>> = {
      grower: growers.items.map(({ Id, GrowerEntity: name }) => ({ value: Id, label: name || Id })),
      nursery: nurseries.items.map(({ Id, Name }) => ({ value: Id, label: Name || Id })),
      location: locations.items.map(({ Code, Descript }) => ({
        value: Code,
        label: `${Code} - ${Descript}`,
      })),
    }
    const sources = { grower: growers, nursery: nurseries, location: locations }
    return {
      options: (kind) => (kind ? options[kind] : []),
      source: (kind) => kind && sources[kind],
      grower: (id) => growers.items.find((grower) => grower.Id === id),
      nameOf: (kind, id) => (kind && options[kind].find(({ value }) => value === id)?.label) || id,
    }
  }, [growers, nurseries, locations])
}

/** What choosing a destination writes beside its number, so that the document carries it. */
export const destinationValues = (
  entities: Entities,
  kind: EntityKind | undefined,
  id: string,
): HeaderValues => {
  const grower = kind === 'grower' ? entities.grower(id) : undefined
  return {
    EntityName: id === '' ? '' : entities.nameOf(kind, id),
    GrowingDistrict: grower?.GrowingDistrict ?? '',
    VendorInvoiceAccNum: grower?.VendorInvoiceAccNum ?? '',
    PickUpLocationId: grower?.PickUpLocationId ?? '',
  }
}

/** What a header field shows of its value; places as 'code - description', destinations by name. */
export const shownValue = (
  entities: Entities,
  field: { readonly name: string; readonly control: Control },
  values: HeaderValues,
): string => {
  const value = values[field.name] ?? ''
  if (value === '') return ''
  if (field.control.type === 'entity') {
    const kind = field.control.of(values)
    // Locations are named 'code - description' already.
    if (kind === 'location') return entities.nameOf(kind, value)
    return `${value} - ${values.EntityName || entities.nameOf(kind, value)}`
  }
  if (/Location(ID)?$/.test(field.name)) return entities.nameOf('location', value)
  return field.control.type === 'date' ? value.slice(0, 10) : value
}
