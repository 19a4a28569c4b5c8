// Downloads the movements of one lot as a file.
import { callFile } from '#app/api/files.ts'
import { downloadFile, readFile } from '#app/api/read-answer.ts'
import type { RunOutcome } from '#core/commands/command.ts'
import { fileCalls } from '#features/stock-files/common/file-calls.ts'
import { outcomeOf } from '#input/engine/outcomes.ts'

/** Saves the movements of a lot at the user's locations as CSV, oldest first. Returns the outcome. */
export async function downloadMovements(barcode: string): Promise<RunOutcome> {
  const answer = await callFile(fileCalls.exportMovements, { query: { barcode } })
  const file = answer.ok ? await readFile(answer.value, () => {}) : answer
  if (!file.ok) return outcomeOf('error', file.error.code, file.error.facts)
  const name = `movements-${barcode}.csv`
  downloadFile(file.value, name)
  return outcomeOf('ok', 'downloads.done', { name })
}
