import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { LabelTemplatesPort, StoredTemplate } from '#features/printing/server/label-templates.ts'
import { labelTemplate, labelTemplateUse } from '#server/database/schema/labels.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

/** Stores the added label templates and the default template of each location. */
export function createLabelTemplateStore(queries: Queries | Transaction): LabelTemplatesPort {
  return {
    list: async () =>
      (await queries.select().from(labelTemplate).orderBy(asc(labelTemplate.id))).map(readRow),
    find: async (id) => {
      const [row] = await queries.select().from(labelTemplate).where(eq(labelTemplate.id, id))
      return row ? readRow(row) : null
    },
    write: async ({ id, template, version, by }) => {
      const fields = { template, version, changedBy: by, changedAt: sql`now()` }
      // A version that another user wrote in the meantime is not overwritten.
      const [row] =
        version === 1
          ? await queries
              .insert(labelTemplate)
              .values({ id, ...fields })
              .onConflictDoNothing()
              .returning()
          : await queries
              .update(labelTemplate)
              .set(fields)
              .where(sql`${labelTemplate.id} = ${id} and ${labelTemplate.version} = ${version - 1}`)
              .returning()
      return row ? readRow(row) : null
    },
    remove: async (id, version, by) => {
      const removed = await queries
        .delete(labelTemplate)
        .where(and(eq(labelTemplate.id, id), eq(labelTemplate.version, version)))
        .returning({ id: labelTemplate.id })
      if (removed.length === 0) return false
      await queries
        .update(labelTemplateUse)
        .set({ template: '', changedBy: by, changedAt: sql`now()` })
        .where(eq(labelTemplateUse.template, id))
      return true
    },
    lockDefault: async (location) => {
      const [row] = await queries
        .select()
        .from(labelTemplateUse)
        .where(eq(labelTemplateUse.location, location))
        .for('update')
      return { template: row?.template ?? '', by: row?.changedBy ?? '' }
    },
    defaults: () =>
      queries
        .select({ location: labelTemplateUse.location, template: labelTemplateUse.template })
        .from(labelTemplateUse)
        .where(ne(labelTemplateUse.template, ''))
        .orderBy(asc(labelTemplateUse.location)),
    // An empty choice is stored too, to record its user.
    setDefault: async (location, template, by) => {
      const fields = { template, changedBy: by, changedAt: sql`now()` }
      await queries
        .insert(labelTemplateUse)
        .values({ location, ...fields })
        .onConflictDoUpdate({ target: labelTemplateUse.location, set: fields })
    },
  }
}

const readRow = (row: typeof labelTemplate.$inferSelect): StoredTemplate => ({
  id: row.id,
  template: row.template,
  version: row.version,
  changedBy: row.changedBy,
  changedAt: row.changedAt.toISOString(),
})
