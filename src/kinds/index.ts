// The registry of document kinds: a new kind is one file and one line here.
import { dump } from './dump/rules.ts'
import { issuance } from './issuance/rules.ts'
import type { Kind } from './kind.ts'
import { returns } from './return/rules.ts'
import { transfer } from './transfer/rules.ts'

export const kinds = { issuance, transfer, dump, return: returns } as const satisfies Record<string, Kind>
