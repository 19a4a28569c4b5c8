// Compares the database after a race with all answers, by SQL of its own instead of the server's.
import type { Pool } from 'pg'
import { isSuccess } from '#core/wire/reply-messages.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { HOT_LOTS, PLANTS_EACH, type Race } from './race.ts'

/** Returns the findings, a sentence each. Call it when all work has ended. */
export async function judgeRace(
  pool: Pick<Pool, 'query'>,
  { raced, unequal }: Race,
): Promise<readonly string[]> {
  const wrong: string[] = [...unequal.map((text) => `One key, two answers: ${text}`)]
  wrong.push(...(await findBrokenInvariants(pool)))

  for (const { step, tag, status, body } of raced) {
    if (status >= 500) wrong.push(`${step} of ${tag} failed: ${status} ${JSON.stringify(body)}`)
  }

  // Each document is shipped or cancelled by one key, and has that status.
  for (const [step, became] of [
    ['ship', 'SHIPPED'],
    ['cancel', 'CANCELLED'],
  ] as const) {
    const answered = new Map<string, Set<string>>()
    for (const one of raced.filter((each) => each.step === step && each.isDone)) {
      answered.set(one.tag, (answered.get(one.tag) ?? new Set()).add(one.key))
    }
    const { rows } = await pool.query<{ number: string }>(
      'select number::text as number from document where status = $1',
      [became],
    )
    const documentsNow = new Set(rows.map(({ number }) => number))
    for (const [tag, keys] of answered) {
      if (keys.size > 1) wrong.push(`${tag} was ${became} ${keys.size} times`)
      if (!documentsNow.has(tag)) wrong.push(`${tag} was answered as ${became}, and is not`)
    }
    for (const tag of documentsNow)
      if (!answered.has(tag)) wrong.push(`${tag} is ${became}, and nobody was told`)
  }

  // The plants of each lot change only by shipments.
  const { rows: lots } = await pool.query<
    Record<'barcode' | 'stock' | 'issued' | 'shipped' | 'moved' | 'reserved' | 'held', string>
  >(
    `select barcode,
       (select coalesce(sum(qty), 0) from balance where balance.barcode = lot.barcode and kind = 'stock') as stock,
       (select coalesce(sum(qty), 0) from balance where balance.barcode = lot.barcode and kind = 'issued') as issued,
       (select coalesce(sum(picked), 0) from document_line where document_line.barcode = lot.barcode and status = 'SHIPPED') as shipped,
       (select coalesce(sum(qty), 0) from movement where movement.barcode = lot.barcode and to_kind = 'issued') as moved,
       (select coalesce(sum(reserved), 0) from balance where balance.barcode = lot.barcode) as reserved,
       (select coalesce(sum(held), 0) from document_line where document_line.barcode = lot.barcode) as held
     from unnest($1::text[]) as lot (barcode)`,
    [HOT_LOTS],
  )
  for (const lot of lots) {
    const figures = JSON.stringify(lot)
    if (Number(lot.stock) + Number(lot.issued) !== PLANTS_EACH) wrong.push(`Plants came or went: ${figures}`)
    if (new Set([lot.issued, lot.shipped, lot.moved]).size > 1)
      wrong.push(`Shipped is not what moved: ${figures}`)
    if (lot.reserved !== lot.held) wrong.push(`Reserved is not what lines hold: ${figures}`)
  }

  // The quantities of a line appear in an answer.
  const { rows: lines } = await pool.query<{ id: string; ordered: number; picked: number | null }>(
    'select id::text as id, ordered, picked from document_line',
  )
  const answeredQuantities = new Map<string, Set<number>>()
  for (const { body } of raced) {
    for (const { ID, Qty, Message } of body.InventoryLines ?? []) {
      if (ID !== null && Qty !== null && isSuccess(Message))
        answeredQuantities.set(ID, (answeredQuantities.get(ID) ?? new Set()).add(Qty))
    }
  }
  for (const { id, ordered, picked } of lines) {
    const isKnown = (quantity: number | null) =>
      quantity === null || answeredQuantities.get(id)?.has(quantity)
    if (!isKnown(ordered) || !isKnown(picked))
      wrong.push(`Line ${id} has ${ordered} and ${picked}: nobody was told`)
  }

  // Every key is stored once, with the answer that was sent.
  const { rows: keys } = await pool.query<{ key: string; answer: string }>(
    'select key, answer from idempotency_key',
  )
  const storedAnswers = new Map(keys.map(({ key, answer }) => [key, answer]))
  for (const { key, step, tag, body } of raced) {
    if (storedAnswers.get(key) !== JSON.stringify(body))
      wrong.push(`${step} of ${tag}: the database has another answer`)
  }
  return wrong
}
