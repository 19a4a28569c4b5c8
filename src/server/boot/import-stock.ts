// `npm run import -- FILE`: imports stock from a file into the database, without the server.
import { userInfo } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { readStockFile } from '#features/stock-files/server/files/csv-rows.ts'
import { importParts } from '#features/stock-files/server/import-parts.ts'
import { errorSentence, reportSentences } from '#features/stock-files/server/import-words.ts'
import { importStock } from '#features/stock-files/server/stock-import/import-stock.ts'
import { openDatabase } from '#server/database/database.ts'
import { readSettings, type Settings } from './environment.ts'
import { sentenceOf } from './start-refusals.ts'

const usage =
  'npm run import -- FILE [--dry-run] [--skip-bad-rows] [--by NAME]\n' +
  'Brings in stock from a CSV file. --dry-run only checks it; --skip-bad-rows imports what is good;\n' +
  '--by names who is noted in the ledger, else it is the user of this machine.'

const options = {
  'dry-run': { type: 'boolean' },
  'skip-bad-rows': { type: 'boolean' },
  by: { type: 'string' },
  help: { type: 'boolean' },
} as const

const settings = readSettings(process.env)
const given = readArguments()
if (!settings.ok) exitWithErrors(settings.error)
else if (given) await run(settings.value, given)

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [file, ...others] = positionals
    if (values.help) {
      process.stdout.write(`${usage}\n`)
      return undefined
    }
    if (file !== undefined && others.length === 0) return { file, ...values }
  } catch (error) {
    exitWithErrors([error instanceof Error ? error.message : String(error)])
  }
  exitWithErrors([usage])
  return undefined
}

async function run({ database: place }: Settings, given: NonNullable<ReturnType<typeof readArguments>>) {
  const opened = await openDatabase(place)
  if (!opened.ok) {
    const hint =
      opened.error.code === 'directory_in_use'
        ? ' Stop the server first, or import in Maintenance while it runs.'
        : ''
    exitWithErrors([sentenceOf(opened.error) + hint])
    return
  }
  const database = opened.value
  try {
    const { afterImport, staged } = importParts(database)
    const report = await importStock({
      parts: () => readStockFile(given.file),
      fileName: basename(given.file),
      by: given.by?.trim() || userOfMachine(),
      allowed: null,
      dryRun: given['dry-run'] ?? false,
      skipBadRows: given['skip-bad-rows'] ?? false,
      staged,
      onProgress: showProgress,
    })
    if (report.Applied) await afterImport()
    for (const error of report.Errors) process.stderr.write(`${errorSentence(error)}\n`)
    for (const sentence of reportSentences(report)) process.stdout.write(`${sentence}\n`)
    if (report.Errors.length > 0) process.exitCode = 1
  } catch (error) {
    if (!isFileProblem(error)) throw error
    exitWithErrors([`The file ${given.file} cannot be read (${error.code}): check its name and your rights.`])
  } finally {
    await database.close()
  }
}

// Some containers run with a user id without a name.
function userOfMachine(): string {
  try {
    return userInfo().username || 'import'
  } catch {
    return 'import'
  }
}

// Only on a terminal, so that redirected output contains only the result.
function showProgress({ phase, rows }: { readonly phase: 'check' | 'write'; readonly rows: number }) {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${phase === 'check' ? 'Checked' : 'Imported'} ${rows} rows …`)
}

function isFileProblem(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error && 'code' in error && /^(ENOENT|EACCES|EISDIR|EPERM)$/.test(String(error.code))
  )
}

function exitWithErrors(sentences: readonly string[]): void {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
