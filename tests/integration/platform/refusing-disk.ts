// A process whose disk fails. It makes several simultaneous changes on the embedded database of a folder and
// prints which were acknowledged.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/database/database.ts'

const [directory = '', people = ''] = process.argv.slice(2)
const opened = await openDatabase({ kind: 'directory', directory })
if (!opened.ok) throw new Error(JSON.stringify(opened.error))
const { transaction } = opened.value
fs.fdatasyncSync = () => {
  throw new Error('EIO: i/o error, fdatasync')
}
syncBuiltinESMExports()
console.log('works')
const numbers = Array.from({ length: Number(people) }, (_, index) => index + 1)
await Promise.allSettled(
  numbers.map(async (number) => {
    await transaction((one) => one.execute(sql`insert into noted values (${number})`))
    console.log(`answered ${number}`)
  }),
)
