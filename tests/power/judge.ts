import { isDeepStrictEqual } from 'node:util'
import { openDatabase } from '#server/database/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { openApiClient, type Sent } from './work.ts'

// Problems found after a power cut: lists of keys and sentences.
interface Verdict {
  /** Acknowledged before the cut, but not applied. */
  readonly lost: readonly string[]
  /** Not acknowledged before the cut, and refused now. */
  readonly refused: readonly string[]
  /** Number of documents beyond those that were created. */
  readonly doubled: number
  readonly broken: readonly string[]
}

/** The verdict without problems. */
export const intact: Verdict = { lost: [], refused: [], doubled: 0, broken: [] }

/**
 * Starts a server on the data after a power cut and repeats the requests sent before `moment`.
 * Requests acknowledged by then must get the same response as replays; the others must succeed once. The
 * ledger must be consistent.
 */
export async function judge(
  settings: Readonly<Record<string, string>>,
  journal: readonly Sent[],
  moment: number,
): Promise<Verdict> {
  const sent = journal.filter(({ sentAt }) => sentAt <= moment)
  const wasAnswered = ({ answeredAt }: Sent) => answeredAt !== undefined && answeredAt <= moment
  const lost: string[] = []
  const refused: string[] = []
  const server = spawnServer({ ...settings, SEED_DEMO: 'no', LOG_LEVEL: 'error' })
  try {
    const address = await server.ready
    const api = openApiClient(() => address)
    await api.signIn()
    for (const each of sent.filter(wasAnswered)) {
      const { body, headers } = await api.send(each)
      const isKept =
        headers.get('idempotency-replayed') === 'true' && isDeepStrictEqual(body, each.answer?.body)
      if (!isKept) lost.push(each.key)
    }
    for (const each of sent.filter((one) => !wasAnswered(one))) {
      const { status } = await api.send(each)
      if (status !== 200) refused.push(each.key)
    }
  } finally {
    await server.end()
  }
  const { DATABASE_URL: url, DATA_DIR: directory = '' } = settings
  const opened = await openDatabase(
    url === undefined ? { kind: 'directory', directory } : { kind: 'postgres', url },
  )
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { pool, close } = opened.value
  try {
    const { rows } = await pool.query<{ documents: number }>(
      'select count(*)::int as documents from document',
    )
    const created = sent.filter(({ step }) => step === 'create').length
    return {
      lost,
      refused,
      doubled: (rows[0]?.documents ?? 0) - created,
      broken: await findBrokenInvariants(pool),
    }
  } finally {
    await close()
  }
}
