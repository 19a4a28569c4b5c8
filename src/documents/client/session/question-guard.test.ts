import { expect, it } from 'vitest'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { Document } from '#core/kinds/document.ts'
import type { Question, Reply } from '#input/questions/question.ts'
import { dumpOf } from '#tests/support/contract-server.ts'
import { dumpParts } from '#tests/support/dump-session.ts'
import { loadDocument } from './load-document.ts'
import { createQuestionGuard } from './question-guard.ts'
import { createDocumentSession } from './session.ts'

const BARCODE = 'B000000001'
const by = (id: string) => ({ id, source: 'key' }) as const
const question: Question = { code: 'documents.pickup', answers: [] }

// A dump with one line: no question is answered, and the test ends the stock search.
const open = async () => {
  let status = 'OPEN'
  let endSearch: (found: unknown) => void = () => undefined
  const search = new Promise((resolve) => {
    endSearch = resolve
  })
  const asked = new Set<(reply: Reply) => void>()
  const reports: CommandOutcome[] = []
  const { header, lines } = dumpOf('30000001', {}, [{ BarcodeID: BARCODE }])
  const parts = dumpParts(
    (call) =>
      call === 'dump.detail'
        ? {
            DumpHeader: {
              ...header,
              Status: status,
              LastChangedBy: 'lena.lead',
              LastChangedDateTime: '2026-11-26T07:39:00Z',
            },
            DumpLogLines: lines,
          }
        : call === 'dump.save'
          ? { Message: 'SUCCESS' }
          : search,
    {
      ask: (_, signal) =>
        new Promise((resolve) => {
          const answer = (reply: Reply) => {
            asked.delete(answer)
            resolve(reply)
          }
          asked.add(answer)
          signal.addEventListener('abort', () => answer('dismissed'))
        }),
      reportLater: (outcome) => void reports.push(outcome),
    },
  )
  const session = createDocumentSession(parts)
  await loadDocument(session.core)
  return {
    session,
    reports,
    questions: () => asked.size,
    answerLast: (reply: Reply) => [...asked].at(-1)?.(reply),
    endSearch: () => endSearch({ records: [], next: null }),
    lenaCancels: () => {
      status = 'CANCELLED'
      return loadDocument(session.core)
    },
  }
}

it('replaces only the outcome of the action whose question was closed', async () => {
  const { session, lenaCancels, endSearch } = await open()
  const search = session.addLine('B000000002', 5, by('scan'))
  const remove = session.deleteLine(BARCODE, by('remove'))
  await lenaCancels()
  expect(await remove).toMatchObject({ tone: 'error', code: 'documents.questionClosed' })
  endSearch()
  expect(await search).toMatchObject({ code: 'noDataForBarcode' })
})

it('asks the question of an action that began after the end, while an older action still runs', async () => {
  const { session, lenaCancels, endSearch, questions } = await open()
  const search = session.addLine('B000000002', 5, by('scan'))
  await lenaCancels()
  void session.deleteLine(BARCODE, by('remove'))
  expect(questions()).toBe(1)
  endSearch()
  expect(await search).toMatchObject({ code: 'noDataForBarcode' })
  expect(questions()).toBe(1)
})

it('reports a closed question without an action while an action runs', async () => {
  const { session, lenaCancels, endSearch, questions, reports } = await open()
  const search = session.addLine('B000000002', 5, by('scan'))
  const answer = session.core.parts.ask(question, undefined)
  await lenaCancels()
  expect(await answer).toBe('dismissed')
  expect(questions()).toBe(0)
  expect(reports).toMatchObject([{ tone: 'error', code: 'documents.questionClosed' }])
  endSearch()
  expect(await search).toMatchObject({ code: 'noDataForBarcode' })
  expect(reports).toHaveLength(1)
})

it('closes no question at an own end, and returns the outcome of the step', async () => {
  const { session, questions, answerLast, reports } = await open()
  void session.core.parts.ask(question, undefined)
  const cancel = session.takeStep('cancel', by('cancel'))
  answerLast('yes')
  expect(await cancel).toMatchObject({ tone: 'ok', code: 'dump.cancel.done' })
  expect(session.core.get().sheet?.document.status).toBe('CANCELLED')
  expect(questions()).toBe(1)
  expect(reports).toEqual([])
})

const dumpWith = (status: string): Document =>
  ({ status, header: { LastChangedBy: 'lena.lead' }, lines: [] }) as unknown as Document
const given = () => {
  const asked: AbortSignal[] = []
  const parts = dumpParts(() => ({}), {
    ask: (_, signal) => {
      asked.push(signal)
      return new Promise(() => undefined)
    },
  })
  return { asked, withdrawal: createQuestionGuard(parts) }
}

it('recognizes an own end while another own step is still being processed', async () => {
  const { asked, withdrawal } = given()
  withdrawal.updateDocument(dumpWith('OPEN'))
  void withdrawal.questions.ask(question, undefined)
  await withdrawal.afterOwnStep(() =>
    withdrawal
      .afterOwnStep(async () => undefined)
      .then(() => withdrawal.updateDocument(dumpWith('CANCELLED'))),
  )
  expect(asked.map(({ aborted }) => aborted)).toEqual([false])
})

it('notices an end after a moment without a document', () => {
  const { asked, withdrawal } = given()
  withdrawal.updateDocument(dumpWith('OPEN'))
  void withdrawal.questions.ask(question, undefined)
  withdrawal.updateDocument(undefined)
  withdrawal.updateDocument(dumpWith('CANCELLED'))
  expect(asked.map(({ aborted }) => aborted)).toEqual([true])
})
