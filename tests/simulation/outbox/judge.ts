// Checks the results of all actions of people.
import type { Pool } from 'pg'
import * as v from 'valibot'
import { withOperation } from '#app/outbox/build-request.ts'
import { type AppOperation, isLocalNumber, laneOfDocument, numberOfLane } from '#app/outbox/intent.ts'
import { trimAdjustment } from '#core/kinds/adjustment/rules.ts'
import type { Document } from '#core/kinds/document.ts'
import { kindNamed } from '#core/kinds/index.ts'
import { lineKey } from '#core/kinds/worksheet.ts'
import { MISSING_RIGHT_PREFIX, needsPerson } from '#core/outbox/index.ts'
import { fillPath } from '#core/wire/call.ts'
import { onHand } from '#core/wire/inventory.ts'
import { LIMITS } from '#core/wire/limits.ts'
import { FIRST_PAGE } from '#core/wire/paging.ts'
import type { PreparedCall } from '#core/wire/prepared-call.ts'
import type { Book } from './book.ts'
import type { Device, Opened, Tab } from './device.ts'
import type { WorkedKind } from './page.ts'
import { numberNow, placeOf } from './people.ts'
import type { Site } from './site.ts'

/** Compares what the app showed with the disks and the database. `pool` is undefined for another server. */
export async function judge(
  book: Book,
  devices: readonly Device[],
  pool: Pick<Pool, 'query'> | undefined,
): Promise<void> {
  for (const action of book.actions.values()) {
    const { id, saved, notSaved, discarded } = action
    const n = book.succeeded(action)
    const stored = book.isThere(action)
    if (book.isDoubled(action)) book.blame('doubled', `${id}: done ${n} times`)
    if (saved && n === 0 && !stored && !discarded && !book.isShown(action) && !book.wasAlreadySo(action))
      book.blame('lost', `${id}: said saved, and nowhere`)
    if (notSaved && n > 0) book.blame('untrue', `${id}: said not saved, and done`)
    if (stored && needsPerson(stored) && !stored.why)
      book.blame('untrue', `${id}: ${stored.state} without a reason`)
    if (
      stored?.state === 'held' &&
      stored.why?.code.startsWith(MISSING_RIGHT_PREFIX) &&
      action.device.person === action.person
    )
      book.blame('stuck', `${id}: held for a right that its person has (${stored.why.code})`)
    // A change that was sent again as a new one may be refused because the first one was done.
    if (stored?.state === 'refused' && book.succeeded(action, stored.id) > 0)
      book.blame('untrue', `${id}: refused, and done`)
  }
  judgeOrder(book)
  // Without locks, a page may show outdated operations of another page until it is reloaded.
  for (const { disk, tabs } of devices.filter(({ hasLocks }) => hasLocks)) {
    const onDisk = [...disk.durable.operations.values()]
    for (const tab of tabs.filter(({ ready }) => ready)) {
      const { operations, closed } = tab.app.box.state()
      const shown = [...operations, ...closed]
      const wrong = [
        ...onDisk.filter(({ id, state }) => !shown.some((each) => each.id === id && each.state === state)),
        ...shown.filter(({ id }) => !disk.durable.operations.has(id)),
      ]
      for (const { id, state } of wrong)
        book.blame('untrue', `${tab.name} shows ${id} otherwise than it is: ${state}`)
    }
  }
  if (pool) await judgeDatabase(book, pool)
}

// The actions on a document are done in the order in which people did them on the device.
function judgeOrder(book: Book): void {
  const names = new Map<string, string>()
  for (const { action, key } of book.firstCalls()) {
    const body = book.done.get(key)?.body as { TagNbr?: string; LogNbr?: string } | undefined
    const number = body?.TagNbr ?? body?.LogNbr
    if (action.intent.type === 'create' && number !== undefined)
      names.set(action.lane, `${action.intent.kind} ${number}`)
  }
  const last = new Map<string, { readonly id: string; readonly seq: number }>()
  for (const { action } of book.firstCalls()) {
    if (action.discarded || action.seq === undefined || book.wasLost(action)) continue
    const lane = `${action.device.name} ${names.get(action.lane) ?? action.lane}`
    const before = last.get(lane)
    if (before && before.seq > action.seq) {
      book.blame('untrue', `${action.id}: done after ${before.id}, which was done behind it on ${lane}`)
    }
    last.set(lane, { id: action.id, seq: action.seq })
  }
}

// The database stores every answer of the server, and each movement once.
async function judgeDatabase(book: Book, pool: Pick<Pool, 'query'>): Promise<void> {
  const { rows: keys } = await pool.query<{ key: string; username: string; status: number }>(
    'select key, username, status from idempotency_key',
  )
  const known = new Map(keys.map((row) => [row.key, row]))
  for (const { key, user, status } of book.done.values()) {
    const row = known.get(key)
    if (status === 200 && !book.forgotten.has(key) && (row?.status !== 200 || row.username !== user)) {
      book.blame('lost', `${key}: answered, and not in the database`)
    }
  }
  for (const { key } of keys)
    if (book.isKeyOfAction(key) && !book.done.has(key))
      book.blame('doubled', `${key}: in the database, and nobody was answered`)
  const { rows: moved } = await pool.query<{ line: string; n: string }>(
    `select line_id::text as line, count(*)::text as n from movement
      where document_kind = 'dump' group by line_id having count(*) > 1`,
  )
  for (const { line, n } of moved) book.blame('doubled', `line ${line} was dumped ${n} times`)
  await judgeShelves(book, pool)
}

// A line of one shelf is changed at that shelf. Deleted lines cannot be checked.
async function judgeShelves(book: Book, pool: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ id: string; shelf: string }>(
    'select id::text, source_place as shelf from document_line',
  )
  const shelves = new Map(rows.map(({ id, shelf }) => [id, shelf]))
  for (const [{ id, intent }, line] of book.changed) {
    const shelf = shelves.get(line)
    const expectedShelf = intent.type === 'line' ? intent.line.storageLocation : shelf
    if (shelf !== undefined && !shelf.endsWith(expectedShelf ?? '')) {
      book.blame('untrue', `${id}: meant for shelf ${expectedShelf}, and done at ${shelf}`)
    }
  }
}

type Read = (path: string) => Promise<{ readonly status: number; readonly text: string }>

/** Compares each open document and list with the server. Returns their number. */
export async function judgeScreens(book: Book, devices: readonly Device[], read: Read): Promise<number> {
  let n = 0
  for (const tab of devices.flatMap(({ tabs }) => tabs)) {
    if (tab.app.person() === null) continue
    for (const opened of tab.open) {
      n += 1
      const wrong = await wrongInDocument(tab, opened, read)
      if (wrong !== '') book.blame('untrue', `${tab.name} ${opened.kind} ${opened.number}: ${wrong}`)
    }
    for (const [kind, list] of tab.lists) {
      n += 1
      const serverRows = await listOf(tab, kind, read)
      const shown = list.rows()
      if (shown.join('\n') !== serverRows.join('\n'))
        book.blame('untrue', `${tab.name} list of ${kind}: shows ${differenceOf(shown, serverRows)}`)
    }
  }
  return n
}

async function wrongInDocument(tab: Tab, opened: Opened, read: Read): Promise<string> {
  const { kind, session } = opened
  const number = numberNow(tab, opened)
  const { sheet, problem, reading } = session.core.get()
  const lane = laneOfDocument(kind, number)
  const waiting = tab.app.box.pendingOf(lane).filter(({ state }) => state !== 'refused')
  // The server does not have the document yet: all its changes are still pending here.
  if (isLocalNumber(number)) return ''
  const serverDocument = await documentOf(tab, kind, number, read)
  if (!serverDocument) return problem === null && sheet ? 'is not on the server, and shown' : ''
  if (!sheet) return `is not shown: ${reading} ${JSON.stringify(problem)}`
  const expected = waiting.reduce((now, each) => withOperation(now, each), serverDocument)
  const [shown, wanted] = [textOfDocument(sheet.document), textOfDocument(expected)]
  return shown.join('\n') === wanted.join('\n') ? '' : `shows ${differenceOf(shown, wanted)}`
}

const differenceOf = (shown: readonly string[], wanted: readonly string[]) =>
  `[${shown
    .filter((each) => !wanted.includes(each))
    .slice(0, 3)
    .join(', ')}] in place of [${wanted
    .filter((each) => !shown.includes(each))
    .slice(0, 3)
    .join(', ')}]`

const textOfDocument = ({ number, status, header, lines }: Document): readonly string[] => [
  `${number} ${status} ${header['ReceivedTemperature'] ?? ''}`,
  ...lines
    .map((line) => [lineKey(line), line.status, line.ordered, line.picked, line.received].join(' '))
    .toSorted(),
]

/** Whether the document or stock at another server already is as this operation requests. */
export function isSoAt(
  site: Site,
  lane: string,
  operation: AppOperation,
  read: (path: string) => Awaited<ReturnType<Read>>,
): boolean {
  const { intent } = operation
  if (intent.type === 'adjust') {
    const { place, mode, record, quantity } = intent
    const search = trimAdjustment.search(place, mode, '', { barcode: record.BarcodeID })
    const found = answerIn(search, read(pathOf(site, search)))
    const now = found?.records.find(({ StorageLocation }) => StorageLocation === record.StorageLocation)
    return now !== undefined && onHand(now) === quantity
  }
  const number = numberOfLane(lane)
  if (isLocalNumber(number)) return false
  const ask = kindNamed(intent.kind).wire.detail(intent.place, 'inventory', number)
  const serverDocument = answerIn(ask, read(pathOf(site, ask)))
  if (!serverDocument) return false
  return (
    textOfDocument(withOperation(serverDocument, operation)).join() === textOfDocument(serverDocument).join()
  )
}

const answerTo = async <Answer>(
  { device }: Tab,
  ask: PreparedCall<Answer>,
  read: Read,
): Promise<Answer | null> => answerIn(ask, await read(pathOf(device.site, ask)))

function pathOf<Answer>({ base }: Site, ask: PreparedCall<Answer>): string {
  const { params = {}, query = {} } = ask.input as {
    readonly params?: Record<string, string>
    readonly query?: Record<string, string | number | boolean | null | undefined>
  }
  const texts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return `${base}${fillPath(ask.of.path, params)}?${new URLSearchParams(texts)}`
}

function answerIn<Answer>(
  ask: PreparedCall<Answer>,
  { status, text }: Awaited<ReturnType<Read>>,
): Answer | null {
  if (status === 404) return null
  if (status !== 200) throw new Error(`${ask.call}: ${status} ${text}`)
  const json: unknown = JSON.parse(text)
  return ask.read(v.parse(ask.of.answer, json) as never, json)
}

const documentOf = (tab: Tab, kind: WorkedKind, number: string, read: Read): Promise<Document | null> =>
  answerTo(tab, kindNamed(kind).wire.detail(placeOf(tab, { kind }), 'inventory', number), read)

async function listOf(tab: Tab, kindName: WorkedKind, read: Read): Promise<readonly string[]> {
  const kind = kindNamed(kindName)
  const [view] = kind.modes.inventory.lists
  const filter = { view: view.id, all: false, status: undefined, ...FIRST_PAGE, limit: LIMITS.pageSize }
  const found = await answerTo(
    tab,
    kind.wire.list(placeOf(tab, { kind: kindName }), 'inventory', filter),
    read,
  )
  return (found?.documents ?? []).map(({ number, status, figures }) =>
    [number, status, figures?.lines, figures?.done].join(' '),
  )
}
