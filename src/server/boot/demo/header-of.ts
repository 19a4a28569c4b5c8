import type { InferInsertModel, InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** A row of a kind's header table: the fields `Given` by the demo are required, all others optional. */
export type HeaderOf<Table extends PgTable, Given extends keyof InferSelectModel<Table>> = Omit<
  InferInsertModel<Table>,
  'number' | Given
> &
  Pick<InferSelectModel<Table>, Given>
