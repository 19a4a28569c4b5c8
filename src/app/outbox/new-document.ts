import type { Document } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { fieldOf } from '#core/kinds/values.ts'
import type { CreateIntent } from './intent.ts'

/** A new document before the server has it. */
export function newDocument({ kind, mode, number, values }: CreateIntent): Document {
  const header = { ...values, [fieldOf(kindNamed(kind).header, 'number')]: number }
  return { kind, mode, number, status: 'OPEN', header, lines: [] }
}
