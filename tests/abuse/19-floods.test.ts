import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStartedStream } from '#tests/support/change-listener.ts'
import { addFigure } from '#tests/support/figure.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { Clerk, fillWarehouse } from '#tests/support/warehouse.ts'

// Sends far too many requests: the limits apply, and other users are served meanwhile.

let server: TestServer
let lena: Clerk
// A low limit, so that a busy machine does not refill it during the flood.
const perMinute = 60
beforeAll(async () => {
  server = await startTestServer({ requestsPerMinute: perMinute })
  await fillWarehouse(server.database)
  lena = new Clerk(server, 'lena.lead')
})
afterAll(() => server.close())

const inParallel = <Value>(count: number, work: (at: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
const statusOfLena = async () => (await lena.get('nursery')).status

describe('Abuse 19: floods', () => {
  test('calls beyond the limit are refused with a time to wait, and another person is served', async (context) => {
    await server.tokensOf('lena.lead')
    const [flood, others] = await Promise.all([
      inParallel(400, async () => {
        const response = await server.call('pia.picker', 'GET', 'nursery')
        await response.body?.cancel()
        return [response.status, Number(response.headers.get('retry-after'))] as const
      }),
      inParallel(10, statusOfLena),
    ])
    const refused = flood.filter(([status]) => status === 429)
    expect(refused.length).toBeGreaterThan(400 / 2)
    expect(flood.every(([status]) => status === 200 || status === 429)).toBe(true)
    expect(refused.every(([, wait]) => wait > 0)).toBe(true)
    expect(others).toEqual(Array(10).fill(200))
    addFigure(context, `calls at once: 400; refused: ${refused.length}; others refused: 0`)
  })

  test('changes count as calls: none beyond the limit is stored', async () => {
    const documents = async () =>
      Number(
        (
          await server.database.pool.query(
            "select count(*) as n from document where created_by = 'ada.admin'",
          )
        ).rows[0].n,
      )
    const ada = new Clerk(server, 'ada.admin')
    const answers = await inParallel(200, async () => (await ada.save<unknown>({})).status)
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(50)
    expect(await documents()).toBe(answers.filter((status) => status === 200).length)
    expect(await statusOfLena()).toBe(200)
  })

  test('too many streams of a person end that person’s oldest stream, and no stream of others', async () => {
    const other = await openStartedStream(server, 'lena.lead')
    const ears = []
    for (let at = 0; at < 12; at += 1) ears.push(await openStartedStream(server, 'sam.super'))
    const ended = await ears[0]?.until('end')
    expect(ended).toMatchObject({ Reason: 'replaced' })
    const tag = await lena.create()
    expect(await other.until('change', ({ Number }) => Number === tag)).not.toBe(null)
    await Promise.all([...ears, other].map((ear) => ear.close()))
  })

  test('large and slow bodies do not delay other users', async () => {
    const slow = inParallel(20, async () => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"IssuanceHeader":'))
        },
      })
      const stop = new AbortController()
      const { accessToken } = await server.tokensOf('sam.super')
      const answer = fetch(`${server.url}/api/issuance`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body,
        signal: stop.signal,
        duplex: 'half',
      } as RequestInit).catch(() => undefined)
      return { stop, answer }
    })
    const openRequests = await slow
    expect(await inParallel(5, statusOfLena)).toEqual(Array(5).fill(200))
    for (const { stop } of openRequests) stop.abort()
    await Promise.all(openRequests.map(({ answer }) => answer))
    expect(await statusOfLena()).toBe(200)
  })

  test('guessed tokens reach the limit of the address, and a valid token is served', async () => {
    const answers = await inParallel(300, async () => {
      const response = await server.call(undefined, 'GET', 'nursery', {
        headers: { authorization: 'Bearer guess' },
      })
      return response.status
    })
    expect(answers.every((status) => status === 401 || status === 429)).toBe(true)
    expect(await statusOfLena()).toBe(200)
  })
})
