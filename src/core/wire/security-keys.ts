import { ownAdditions } from './kind-routes.ts'

/**
 * The security keys of the specification (part 1 section 6, part 2 section 6), and of this product's own
 * document kinds.
 */
export const SECURITY_KEYS = [
  'ADJUSTINVENTORYKEY',
  'TRANSFERLOGADMINKEY',
  'ISSUANCEADMINKEY',
  'GROWERISSUANCEADMINKEY',
  'NURSERYISSUANCEADMINKEY',
  'RETURNADMINKEY',
  'GROWERRETURNADMINKEY',
  'NURSERYRETURNADMINKEY',
  'DUMPHOMEKEY',
  'DUMPKEY',
  'DUMPCREATEKEY',
  'GROWERSTORAGEHOMEKEY',
  'GROWERSTORAGEADJUSTINVENTORYKEY',
  'GROWERSTORAGEISSUANCEKEY',
  'GROWERSTORAGEDUMPKEY',
  'GROWERSTORAGEDUMPLISTKEY',
  ...ownAdditions.keys,
] as const
export type SecurityKey = (typeof SECURITY_KEYS)[number]

/** Parses a key in upper or lower case; undefined if it is unknown. */
export function readSecurityKey(item: string): SecurityKey | undefined {
  return SECURITY_KEYS.find((key) => key === item.trim().toUpperCase())
}
