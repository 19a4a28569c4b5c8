// Spanish names of protocol values. Statuses apply to nouns of either gender, so they have one form, in
// capitals as on the chips. Calls contain the untranslated values.
import type { IssueToType, Status } from '#core/wire/constants.ts'

const values = {
  OPEN: 'ABIERTO',
  RESERVED: 'RESERVADO',
  PICKED: 'SURTIDO',
  SHIPPED: 'EMBARCADO',
  RECEIVED: 'RECIBIDO',
  CANCELLED: 'CANCELADO',
  DUMPED: 'DE BAJA',
  POSTED: 'REGISTRADO',
  CLOSED: 'CERRADO',
  ACCEPT: 'ACEPTADO',
  REJECT: 'RECHAZADO',
  COUNTED: 'CONTADO',
  RECOUNT: 'RECONTAR',
  RECOUNTED: 'RECONTADO',
  REQUESTED: 'SOLICITADO',
  Grower: 'Productor',
  Nursery: 'Vivero',
} as const satisfies Readonly<Record<Status | IssueToType, string>>

const words: ReadonlyMap<string, string> = new Map(Object.entries(values))
const oneOrSeveral = /^[A-Za-z]+(?:(?: \/ |, )[A-Za-z]+)*$/

/**
 * Translates a protocol value, or several values separated by `/` or commas. Other texts are returned
 * unchanged.
 */
export function readValues(value: string): string {
  return oneOrSeveral.test(value) ? value.replace(/[A-Za-z]+/g, (word) => words.get(word) ?? word) : value
}
