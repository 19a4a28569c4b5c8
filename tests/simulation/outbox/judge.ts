// The verdict on everything that people have done.
import type { Pool } from 'pg'
import type { Book } from './book.ts'
import type { Device } from './device.ts'

/** Holds what people were told against what stands on the disks and in the database. */
export async function judge(
  book: Book,
  devices: readonly Device[],
  pool: Pick<Pool, 'query'>,
): Promise<void> {
  for (const deed of book.deeds.values()) {
    const { id, saved, notSaved, discarded } = deed
    const n = book.succeeded(deed)
    const there = book.isThere(deed)
    if (n > 1) book.blame('doubled', `${id}: done ${n} times`)
    if (saved && n === 0 && !there && !discarded) book.blame('lost', `${id}: said saved, and nowhere`)
    if (notSaved && n > 0) book.blame('untrue', `${id}: said not saved, and done`)
    if (there?.state === 'refused' && n > 0) book.blame('untrue', `${id}: refused, and done`)
  }
  judgeOrder(book)
  // Where every page sends, one may show until it is loaded again what another has settled.
  for (const { disk, tabs } of devices.filter(({ hasLocks }) => hasLocks)) {
    const onDisk = [...disk.durable.operations.values()]
    for (const tab of tabs.filter(({ ready }) => ready)) {
      const shown = tab.box.state().operations
      const wrong = [
        ...onDisk.filter(({ id, state }) => !shown.some((each) => each.id === id && each.state === state)),
        ...shown.filter(({ id }) => !disk.durable.operations.has(id)),
      ]
      for (const { id, state } of wrong)
        book.blame('untrue', `${tab.name} shows ${id} otherwise than it is: ${state}`)
    }
  }
  await judgeDatabase(book, pool)
}

// Within a document everything is done in the order in which it was done on the device.
function judgeOrder(book: Book): void {
  const names = new Map<string, string>()
  for (const { deed, key } of book.firsts()) {
    const body = book.done.get(key)?.body as { TagNbr?: string; LogNbr?: string } | undefined
    const number = body?.TagNbr ?? body?.LogNbr
    if (deed.intent.type === 'create' && number !== undefined)
      names.set(deed.lane, `${deed.intent.kind} ${number}`)
  }
  const last = new Map<string, { readonly id: string; readonly seq: number }>()
  for (const { deed } of book.firsts()) {
    if (deed.discarded || deed.seq === undefined) continue
    const lane = `${deed.device.name} ${names.get(deed.lane) ?? deed.lane}`
    const before = last.get(lane)
    if (before && before.seq > deed.seq) {
      book.blame('untrue', `${deed.id}: done after ${before.id}, which was done behind it on ${lane}`)
    }
    last.set(lane, { id: deed.id, seq: deed.seq })
  }
}

// What the server has answered is what it remembers, and what has moved has moved once.
async function judgeDatabase(book: Book, pool: Pick<Pool, 'query'>): Promise<void> {
  const { rows: keys } = await pool.query<{ key: string; username: string; status: number }>(
    'select key, username, status from idempotency_key',
  )
  const known = new Map(keys.map((row) => [row.key, row]))
  for (const { key, user, status } of book.done.values()) {
    const row = known.get(key)
    if (status === 200 && (row?.status !== 200 || row.username !== user)) {
      book.blame('lost', `${key}: answered, and not in the database`)
    }
  }
  for (const { key } of keys)
    if (!book.done.has(key)) book.blame('doubled', `${key}: in the database, and nobody was answered`)
  const { rows: moved } = await pool.query<{ line: string; n: string }>(
    `select line_id::text as line, count(*)::text as n from movement
      where document_kind = 'dump' group by line_id having count(*) > 1`,
  )
  for (const { line, n } of moved) book.blame('doubled', `line ${line} was dumped ${n} times`)
  await judgeShelves(book, pool)
}

// What was done to a line of one shelf was done there; lines that are deleted by now cannot be asked.
async function judgeShelves(book: Book, pool: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ id: string; shelf: string }>(
    'select id::text, source_place as shelf from document_line',
  )
  const shelves = new Map(rows.map(({ id, shelf }) => [id, shelf]))
  for (const [{ id, intent }, line] of book.changed) {
    const shelf = shelves.get(line)
    const meant = intent.type === 'line' ? intent.line.storageLocation : shelf
    if (shelf !== undefined && !shelf.endsWith(meant ?? '')) {
      book.blame('untrue', `${id}: meant for shelf ${meant}, and done at ${shelf}`)
    }
  }
}
