// Fills the embedded database in DATA_DIR with the test warehouse, prints 'filled', and waits to be killed.
import { openDatabase } from '#server/database/database.ts'
import { fillForWork } from './work.ts'

void (async () => {
  const opened = await openDatabase({ kind: 'directory', directory: process.env.DATA_DIR ?? '' })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  await fillForWork(opened.value)
  process.stdout.write('filled\n')
  setInterval(() => {}, 1_000)
})()
