// The registry of document kinds: a new kind is one file and one line here.
import { dump } from './dump.ts'
import { issuance } from './issuance.ts'
import { returns } from './return.ts'
import { transfer } from './transfer.ts'
import type { Workflow } from './workflow.ts'

export const workflows = { issuance, transfer, dump, return: returns } as const satisfies Record<
  string,
  Workflow
>
