import type { InferInsertModel, InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** What a kind's own table has of a header, by the names of the wire: what the demo says of it, and what else it may have. */
export type HeaderOf<Table extends PgTable, Given extends keyof InferSelectModel<Table>> = Omit<
  InferInsertModel<Table>,
  'number' | Given
> &
  Pick<InferSelectModel<Table>, Given>
