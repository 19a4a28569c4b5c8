// The registry of document kinds: a new kind is one file and one line here.
import { issuance } from './issuance.ts'
import { transfer } from './transfer.ts'
import type { Workflow } from './workflow.ts'

export const workflows = { issuance, transfer } as const satisfies Record<string, Workflow>
