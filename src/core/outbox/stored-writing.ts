// What a storage stores of a write: other pages may have deleted, changed or packed its operations meanwhile.
import type { Batch, Operation } from './operation.ts'
import { NO_CHANGES, newerOf, type Writing } from './state.ts'

/**
 * The write as it is stored: itself, or a correction if parts are superseded. `before` has the stored version
 * of each operation of `put`, or of the operation that it repeats; `keys` has the stored batches.
 */
export function storedWriting<Intent, Request>(
  writing: Writing<Intent, Request>,
  before: readonly (Operation<Intent> | undefined)[],
  keys: ReadonlySet<string | undefined>,
): Writing<Intent, Request> {
  const put = writing.put.flatMap((each, index) => {
    const known = before[index]
    return known ? [known.id === each.id ? newerOf(known, each) : each] : []
  })
  const batches = writing.batches.filter(({ key }) => keys.has(key))
  const isUnchanged = put.length === writing.put.length && put.every((each, at) => each === writing.put[at])
  if (isUnchanged && batches.length === writing.batches.length) return writing
  const ids = new Set(put.map(({ id }) => id))
  return {
    ...writing,
    put,
    gone: [...writing.gone, ...writing.put.flatMap(({ id }) => (ids.has(id) ? [] : [id]))],
    batches,
    batchesGone: [
      ...writing.batchesGone,
      ...writing.batches.flatMap(({ key }) => (keys.has(key) ? [] : [key])),
    ],
  }
}

/** The batches with an operation that the write deletes without its batch. */
export function packedIn<Intent, Request>(
  batches: readonly Batch<Request>[],
  { gone, batchesGone }: Writing<Intent, Request>,
): readonly Batch<Request>[] {
  return batches.filter(
    ({ key, operations }) => !batchesGone.includes(key) && operations.some((id) => gone.includes(id)),
  )
}

/** The write with operations that are not deleted, because these batches contain them. */
export function withRestored<Intent, Request>(
  writing: Writing<Intent, Request>,
  restored: readonly Operation<Intent>[],
  packed: readonly Batch<Request>[],
): Writing<Intent, Request> {
  if (restored.length === 0) return writing
  const back = restored.map(({ id }) => id)
  return {
    ...writing,
    put: [...writing.put, ...restored],
    gone: writing.gone.filter((id) => !back.includes(id)),
    batches: [...writing.batches, ...packed],
    back,
  }
}

/**
 * The write that stores a batch and marks its operations as sent. If one is gone or in another batch: what is
 * stored instead, without the batch.
 */
export function packedWriting<Intent, Request>(
  batch: Batch<Request>,
  present: readonly Operation<Intent>[],
  batches: readonly Batch<Request>[],
): Writing<Intent, Request> {
  const ids = batch.operations
  const packed = batches.filter((each) => each.operations.some((id) => ids.includes(id)))
  if (present.length < ids.length || packed.length > 0) {
    const gone = ids.filter((id) => present.every((each) => each.id !== id))
    return { ...NO_CHANGES, put: present, gone, batches: packed }
  }
  const put = present.map((each) => {
    const rev = (each.rev ?? 0) + 1
    return { ...each, lane: batch.lane, state: 'sent' as const, rev }
  })
  return { ...NO_CHANGES, put, batches: [batch] }
}
