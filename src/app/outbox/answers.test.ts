import { describe, expect, it } from 'vitest'
import { makeApiProblem } from '#app/api/problem.ts'
import { fail, succeed } from '#core/wire/result.ts'
import { pendingPick } from '#tests/support/pending-picks.ts'
import { answerOf, buildAnswerReader } from './build-request.ts'
import type { AppOperation } from './intent.ts'

// Tests how answers are interpreted. Only an explicit refusal of the server counts as one.

const create: AppOperation = pendingPick('B000000001', {
  id: 'create',
  lane: 'issuance NEW-ABCDEF',
  intent: {
    type: 'create',
    kind: 'issuance',
    mode: 'inventory',
    place: { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } },
    number: 'NEW-ABCDEF',
    values: {},
  },
})

// The result of an operation whose call is answered with this body.
function resultOf(operation: AppOperation, body: object) {
  const ask = buildAnswerReader([operation])
  if (!ask) throw new Error('Nothing reads it')
  const answer = answerOf(succeed(ask.read(body as never)), [operation])
  return answer.type === 'done' ? answer.results[operation.id] : answer
}

const empty = { Message: '', TagNbr: '', InventoryLines: [] }

describe('an answer without any result', () => {
  it.each([
    ['a step on a line', pendingPick('B000000001')],
    ['a new document', create],
  ])('5. holds %s for a person, because it may have succeeded', (_, operation) => {
    expect(resultOf(operation, empty)).toMatchObject({
      type: 'unreadable',
      why: { facts: { problem: 'answer_does_not_fit' } },
    })
  })

  it('is a refusal once it contains the line', () => {
    const line = { BarcodeID: 'B000000001', ID: '1', Message: '' }
    const result = resultOf(pendingPick('B000000001'), { ...empty, InventoryLines: [line] })
    expect(result).toMatchObject({ type: 'refused', why: { code: 'outbox.refused' } })
  })
})

it('9. holds a body that a newer server does not know, because an earlier attempt may have succeeded', () => {
  const problem = { ...makeApiProblem('server_refused', 'body: expected …', 400), code: 'malformed_request' }
  expect(answerOf(fail(problem), [create])).toMatchObject({
    type: 'unreadable',
    why: { raw: 'body: expected …' },
  })
})
