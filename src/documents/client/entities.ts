// Growers, nurseries, locations and reasons for header fields.
import { useMemo } from 'react'
import {
  type MasterData,
  useGrowers,
  useLocations,
  useNurseries,
  useReasonCodes,
} from '#app/api/master-data.ts'
import { type ListedGrowers, useSeasonGrowers } from '#app/api/season-growers.ts'
import { usePlace } from '#app/state/place.ts'
import { growerOption } from '#app/ui/grower-option.ts'
import type { Option } from '#app/ui/option.ts'
import type { HeaderValues } from '#core/kinds/document.ts'
import type { Choice, Control, EntityKind, HeaderForm } from '#core/kinds/header.ts'
import { matchesCommodity } from '#core/wire/constants.ts'
import type { GrowerEntity } from '#core/wire/master-data.ts'
import { nameReason } from '#input/questions/find-reasons.ts'
import { say, sayCode, sayValue } from '#text/say.ts'
import { sayDate } from './say-date.ts'

export interface Entities {
  readonly options: (kind: EntityKind | undefined) => readonly Option[]
  /** The list of a kind: its loading state, and a function to reload it. */
  readonly source: (kind: EntityKind | undefined) => MasterData<unknown> | undefined
  readonly grower: (id: string) => GrowerEntity | undefined
  readonly nameOf: (kind: EntityKind | undefined, id: string) => string
}

/**
 * All entities of headers. Growers belong to the season's commodity; growers and locations show 'code -
 * description'. `listed`: the season's growers to offer.
 */
export function useEntities(listed?: ListedGrowers): Entities {
  const growers = useGrowers()
  const ofSeason = useSeasonGrowers(listed)
  const nurseries = useNurseries()
  const locations = useLocations()
  const reasons = useReasonCodes('INVENTORY')
  const { commodity } = usePlace().season
  return useMemo(() => {
    const placeOf = (code: string) => {
      const found = locations.items.find(({ Code }) => Code === code)
      return found ? `${code} - ${found.Descript}` : code
    }
    const growerOptions = ({ items }: MasterData<GrowerEntity>) =>
      items
        .filter(({ Commodity }) => matchesCommodity(Commodity, commodity))
        .map((grower) => {
          const { PickUpLocationId: pickup } = grower
          return growerOption(grower, pickup && say('documents.pickupAt', { place: placeOf(pickup) }))
        })
    const sources: Readonly<Record<EntityKind, MasterData<unknown>>> = {
      grower: growers,
      returningGrower: ofSeason,
      storingGrower: ofSeason,
      nursery: nurseries,
      location: locations,
      reason: reasons,
    }
    const options: Readonly<Record<EntityKind, readonly Option[]>> = {
      grower: growerOptions(growers),
      returningGrower: growerOptions(ofSeason),
      storingGrower: growerOptions(ofSeason),
      nursery: nurseries.items.map(({ Id, Name }) => ({ value: Id, label: Name || Id })),
      location: locations.items.map(({ Code }) => ({ value: Code, label: placeOf(Code) })),
      reason: reasons.items.map((reason) => ({ value: reason.ReasonCode, label: nameReason(reason) })),
    }
    const grower = (id: string) => [...ofSeason.items, ...growers.items].find(({ Id }) => Id === id)
    const named = (kind: EntityKind, id: string) =>
      isGrower(kind) ? grower(id)?.GrowerEntity : options[kind].find(({ value }) => value === id)?.label
    return {
      options: (kind) => (kind ? options[kind] : []),
      source: (kind) => kind && sources[kind],
      grower,
      nameOf: (kind, id) => (kind && named(kind, id)) || id,
    }
  }, [growers, ofSeason, nurseries, locations, reasons, commodity])
}

/** The season's growers that a field offers in addition to the master data. */
export function listedGrowers(kind: EntityKind | undefined): ListedGrowers | undefined {
  return kind === 'returningGrower' ? 'all' : kind === 'storingGrower' ? 'stored' : undefined
}

// Is it a grower, from any list?
const isGrower = (kind: EntityKind | undefined): boolean =>
  kind === 'grower' || listedGrowers(kind) !== undefined

/** The season's growers that a form offers. */
export function growersListedBy(form: HeaderForm, values: HeaderValues): ListedGrowers | undefined {
  return form.fields
    .map(({ control }) => (control.type === 'entity' ? listedGrowers(control.of(values)) : undefined))
    .find((wanted) => wanted !== undefined)
}

/** The header values of a chosen destination besides its number. */
export function destinationValues(
  entities: Entities,
  kind: EntityKind | undefined,
  id: string,
): HeaderValues {
  const grower = isGrower(kind) ? entities.grower(id) : undefined
  return {
    EntityName: id === '' ? '' : entities.nameOf(kind, id),
    GrowingDistrict: grower?.GrowingDistrict ?? '',
    VendorInvoiceAccNum: grower?.VendorInvoiceAccNum ?? '',
    PickUpLocationId: grower?.PickUpLocationId ?? '',
  }
}

/** A header field's value as text: places as 'code - description', destinations by name. */
export function shownValue(
  entities: Entities,
  field: { readonly name: string; readonly control: Control },
  values: HeaderValues,
): string {
  const value = values[field.name] ?? ''
  if (value === '') return ''
  if (field.control.type === 'entity') {
    const kind = field.control.of(values)
    // Names of locations and reasons include the code already.
    if (kind === 'location' || kind === 'reason') return entities.nameOf(kind, value)
    return `${value} - ${values.EntityName || entities.nameOf(kind, value)}`
  }
  const { control } = field
  if (control.type === 'date') return sayDate(value)
  if (control.type === 'temperature') return say('inCelsius', { n: value })
  if (control.type === 'choice') return choiceLabel(control.choices, value)
  if (control.type !== 'shown' || control.as === undefined) return sayValue(value)
  return control.as === 'location' ? entities.nameOf('location', value) : choiceLabel(control.as, value)
}

const choiceLabel = (choices: readonly Choice[], value: string): string => {
  const choice = choices.find((each) => each.value === value)
  return choice ? sayCode(choice.label) : value
}
