import type { StockImportPort } from '#features/stock-files/server/stock-import/past-imports.ts'
import { mayImport } from '#server/domain/people.ts'
import { type HandlerParts, readIfPermitted } from '#server/http/handlers/context.ts'
import type { Handlers } from '#server/http/handlers.ts'

/** Handles the list of past stock imports. */
export function importHandlers<Transaction>(
  parts: HandlerParts<Transaction, { readonly imports: StockImportPort }>,
) {
  return {
    'maintenance.imports': ({ user }) =>
      readIfPermitted(parts, user, mayImport, async () => ({
        Result: [...(await parts.ports.imports.past())],
      })),
  } satisfies Handlers<Transaction>
}
