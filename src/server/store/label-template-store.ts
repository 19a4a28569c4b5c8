import { asc, eq, sql } from 'drizzle-orm'
import type { LabelTemplatesPort, StoredTemplate } from '#server/domain/label-templates.ts'
import { labelTemplate, labelTemplateUse } from './schema/labels.ts'
import type { Queries, Transaction } from './transaction.ts'

/** Label templates that were added here, and the usual one of each location. */
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
      // A version that somebody else wrote meanwhile stays.
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
    remove: async (id) => {
      const gone = await queries
        .delete(labelTemplate)
        .where(eq(labelTemplate.id, id))
        .returning({ id: labelTemplate.id })
      await queries.delete(labelTemplateUse).where(eq(labelTemplateUse.template, id))
      return gone.length > 0
    },
    usual: () =>
      queries
        .select({ location: labelTemplateUse.location, template: labelTemplateUse.template })
        .from(labelTemplateUse)
        .orderBy(asc(labelTemplateUse.location)),
    use: async (location, template, by) => {
      if (template === '') {
        await queries.delete(labelTemplateUse).where(eq(labelTemplateUse.location, location))
        return
      }
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
