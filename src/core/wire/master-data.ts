import * as v from 'valibot'
import { COMMODITIES, type Commodity, matchesCommodity, REASON_TYPES } from './constants.ts'
import { id, idOrNull, oneOf, text } from './primitives.ts'

/** A warehouse location (part 1 section 3). */
export const Location = v.object({ Code: id, Descript: text, LocalTimeZone: text })
export type Location = v.InferOutput<typeof Location>

// A commodity by name or number. An unknown one keeps its name.
const commodity = v.pipe(
  text,
  v.transform(
    (value) =>
      COMMODITIES.find((each) => value && matchesCommodity(value, each)) ??
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its server knows it
      (value as Commodity),
  ),
)

/** A trim season; it belongs to one commodity. */
export const TrimSeason = v.object({ Id: id, TrimSeason: text, Commodity: commodity })
export type TrimSeason = v.InferOutput<typeof TrimSeason>

export const TrimType = v.object({ Id: id, TrimType: text })
export type TrimType = v.InferOutput<typeof TrimType>

export const GrowerEntity = v.object({
  Id: id,
  GrowerEntity: text,
  Commodity: text,
  PickUpLocationId: text,
  GrowingArea: text,
  GrowingDistrict: text,
  VendorInvoiceAccNum: text,
  FieldType: text,
})
export type GrowerEntity = v.InferOutput<typeof GrowerEntity>

export const NurseryEntity = v.object({ Id: id, Name: text })
export type NurseryEntity = v.InferOutput<typeof NurseryEntity>

/** A variety. Screens show the description; calls contain the code. */
export const Variety = v.object({ Code: id, Descript: text })
export type Variety = v.InferOutput<typeof Variety>

export const ReasonCode = v.object({
  Id: idOrNull,
  ReasonType: oneOf(REASON_TYPES),
  ReasonCode: id,
  ReasonDescript: text,
})
export type ReasonCode = v.InferOutput<typeof ReasonCode>

/** One security key of a user. `userPermissions`: whether the user has it; absent counts as yes. */
export const UserPermission = v.object({
  id: idOrNull,
  roleName: text,
  securityItem: text,
  userPermissions: v.optional(v.unknown()),
})
export type UserPermission = v.InferOutput<typeof UserPermission>

/** A location where a user has rights. */
export const UserLocation = v.object({
  id: idOrNull,
  username: text,
  location: id,
  userLocations: v.optional(v.unknown()),
})
export type UserLocation = v.InferOutput<typeof UserLocation>
