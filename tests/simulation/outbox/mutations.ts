// Wrong changes of the app that the simulation must detect: `npm run simulate -- --mutations`.
import type { Mutation } from './page-code.ts'

/** Each changes one place in a document session, a list, the sign-in or the outbox. */
export const mutations: readonly Mutation[] = [
  {
    name: 'an older read of a document replaces a newer one',
    file: 'documents/client/session/reads.ts',
    from: '      if (read < lastShown) return undefined\n',
    to: '',
  },
  {
    name: 'a read takes back the own changes that it lacks',
    file: 'documents/client/session/reads.ts',
    from: 'const missing = confirmed.filter(({ during }) => read <= during)',
    to: 'const missing = confirmed.filter(({ during }) => read < 0 && during < 0)',
  },
  {
    name: 'a confirmed change is not applied to the open document',
    file: 'documents/client/session/reads.ts',
    from: ': withAccepted(document, operation, taken)',
    to: ': document',
  },
  {
    name: 'an open document does not follow the changes of others',
    file: 'documents/client/session/follow-document.ts',
    from: "if (news.Key !== '' && (await isOwnChange(news.Key))) return",
    to: 'if (await isOwnChange(news.Key) || news.Number === number) return',
  },
  {
    name: 'lists do not follow changes',
    file: 'app/api/live/refresh-lists.ts',
    from: "if (news.Type === 'change') changed.add(news.Kind).add(news.Number)",
    to: "if (news.Type === 'change') return",
  },
  {
    name: 'a read of a list that began before a change counts as one after it',
    file: 'app/api/query-client.ts',
    from: '  restartReads(queries, of)\n  await',
    to: '  await',
  },
  {
    name: "a proxy's page with status 404 is a refusal of the server",
    file: 'app/api/refusal.ts',
    from: "  return isOther && message !== '' && isRefusal",
    to: '  return isRefusal',
  },
  {
    name: 'each try of a call has a key of its own',
    file: 'app/outbox/sender.ts',
    from: '{ idempotencyKey: key }',
    to: '{ idempotencyKey: `${key}.${Math.floor(performance.now())}` }',
  },
  {
    name: 'a key is used after the server has deleted it',
    file: 'core/outbox/operation.ts',
    from: 'export const MAX_OPERATION_AGE_MS = 25 * 24',
    to: 'export const MAX_OPERATION_AGE_MS = 250 * 24',
  },
  {
    name: 'what a restored server has lost is not offered again',
    file: 'app/outbox/restore/watch-restore.ts',
    from: 'await store.markLost(found.missing)',
    to: 'await store.markLost([])',
  },
  {
    name: 'what waits for a right is not sent when the right is back',
    file: 'core/outbox/outbox.ts',
    from: '      return released(state)\n',
    to: '      return [state, []]\n',
  },
  {
    name: 'a sign-in ends when the provider cannot be reached',
    file: 'app/api/sign-in.ts',
    from: "if (isRefusal(error) && finalErrors.has(error.error ?? '')) return end(running)",
    to: 'if (isRefusal(error) || error instanceof Error) return end(running)',
  },
  {
    name: 'a document does not show what another page of the device has done',
    file: 'app/outbox/outbox.ts',
    from: '  for (const each of settled) report(box.reports, each, false)\n',
    to: '',
  },
  {
    name: 'what another server may have done already is sent again without a look',
    file: 'app/outbox/duplicate-check.ts',
    from: 'return isRepeated || !(isUnsent || isKnown)',
    to: 'return isRepeated && isUnsent && isKnown',
  },
]
