import type { InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** What a kind's own table has of a header, by the names of the wire. */
export type HeaderOf<Table extends PgTable> = Omit<InferSelectModel<Table>, 'number'>
