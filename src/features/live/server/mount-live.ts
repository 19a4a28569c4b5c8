// Mounts the live calls (../common/live.ts): an open stream, and presence reports, which are not stored.
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import type { Result } from '#core/wire/result.ts'
import type { IdentityGroups } from '#core/wire/runtime-config.ts'
import { type LiveEvent, liveCalls } from '#features/live/common/live.ts'
import { identify, type PeoplePort, type Person } from '#server/domain/people.ts'
import { notFound } from '#server/domain/refusals.ts'
import type { ApiEnvironment } from '#server/http/authenticate.ts'
import { answerResponse } from '#server/http/problems.ts'
import { bodyOf, readBody } from '#server/http/read-body.ts'
import { readPart, refuse } from '#server/http/read-request.ts'
import type { RevokedTokens } from '#server/http/revoked-tokens.ts'
import { endStreams, type Live, openStream, type Reader, reportPresence } from './live.ts'

export interface LiveCallParts {
  readonly live: Live
  readonly people: PeoplePort
  readonly groups: IdentityGroups
}

// Maximum unsent bytes of a slow reader, and maximum bytes of a report.
const maxBufferedBytes = 262_144
const maxReportBytes = 1_000
const presenceText = v.pipe(v.string(), v.parseJson(undefined, 'a JSON document'), liveCalls.presence.body)

/**
 * Mounts the stream and the presence report on `api`. A revoked token ends its streams. `endedTokens` is also
 * checked after the asynchronous read of rights, because a revocation during it cannot end the stream.
 */
export function mountLive(
  api: Hono<ApiEnvironment>,
  parts: LiveCallParts,
  endedTokens: Pick<RevokedTokens, 'has' | 'onRevoked'>,
): void {
  endedTokens.onRevoked(() => endStreams(parts.live, endedTokens.has))
  const { changes, presence } = liveCalls
  api.get(`/${changes.path}`, async (context) => {
    const query = readPart('query', changes.query, context.req.query())
    if (!query.ok) return refuse(context, query.error)
    const person = await identifyReader(context, parts)
    if (!person.ok) return refuse(context, person.error)
    if (endedTokens.has(context.var.user)) {
      return refuse(context, makeProblem('not_signed_in', 'The person of the access token has logged out.'))
    }
    // Proxies must not buffer lines.
    return new Response(streamFor(parts.live, context.var.user, query.value.since || undefined), {
      headers: {
        'content-type': 'application/x-ndjson',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  })
  api.post(`/${presence.path}`, async (context) => {
    const body = await readBody(bodyOf(context), maxReportBytes)
    if (!body.ok) return refuse(context, makeProblem('body_too_large', `At most ${maxReportBytes} bytes.`))
    const report = readPart('body', presenceText, body.value)
    if (!report.ok) return refuse(context, report.error)
    const person = await identifyReader(context, parts)
    if (!person.ok) return refuse(context, person.error)
    const { Tab: tab, Number: number, Barcode: barcode, Stage: stage } = report.value
    const recorded = await reportPresence(parts.live, person.value, { tab, number, barcode, stage })
    return recorded.ok
      ? answerResponse({ status: 200, contentType: 'application/json', body: '{}' })
      : refuse(context, recorded.error)
  })
}

// Users without any key see no documents and get no messages.
async function identifyReader(
  context: Context<ApiEnvironment>,
  { people, groups }: LiveCallParts,
): Promise<Result<Person, Problem>> {
  const person = await identify(people, groups, context.var.user)
  return person.ok && person.value.keys.size === 0
    ? { ok: false, error: notFound('call for this person') }
    : person
}

function streamFor(live: Live, user: Reader['user'], since: string | undefined): ReadableStream {
  const encoder = new TextEncoder()
  let leave = () => {}
  return new ReadableStream(
    {
      start: (controller) => {
        let isOpen = true
        leave = openStream(
          live,
          {
            user,
            write: (news: LiveEvent) => {
              if (!isOpen) return false
              controller.enqueue(encoder.encode(`${JSON.stringify(news)}\n`))
              return (controller.desiredSize ?? 0) > 0
            },
            end: () => {
              if (isOpen) controller.close()
              isOpen = false
            },
          },
          since,
        )
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
  )
}
