import type { Document } from '#core/kinds/document.ts'
import { fieldNameOf } from '#core/kinds/header.ts'
import { kindNamed } from '#core/kinds/index.ts'
import type { CreateIntent } from './intent.ts'

/** A new document before the server has it. */
export function newDocument({ kind, mode, number, values }: CreateIntent): Document {
  const header = { ...values, [fieldNameOf(kindNamed(kind).header, 'number')]: number }
  return { kind, mode, number, status: 'OPEN', header, lines: [] }
}
