// Values of the wire as they are read; calls keep their own words. Statuses stand beside documents and lines
// of either gender: capitals, as on the chips, and one form.
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
 * A value of the wire, or several with `/` or commas between them, as they are read; anything else stays as
 * it is.
 */
export function readValues(value: string): string {
  return oneOrSeveral.test(value) ? value.replace(/[A-Za-z]+/g, (word) => words.get(word) ?? word) : value
}
