// Runs downloads. They continue after the screen closes, and can be stopped. A file is saved completely or
// not at all.
import { atom } from 'jotai'
import type { ApiProblem } from '#app/api/problem.ts'
import { downloadFile } from '#app/api/read-answer.ts'
import { reportResult } from '#app/state/results.ts'
import { store } from '#app/state/store.ts'
import { reasonOf } from '#app/ui/reason.ts'
import { say } from '#text/say.ts'
import type { DayRange } from './day-range.ts'
import type { DownloadEntry, Separator } from './entries.ts'

type Id = DownloadEntry['id']

/** The state of a download: its progress, or why it ended without a file. */
export type DownloadState =
  | { readonly type: 'running'; readonly rows: number; readonly bytes: number; readonly stop: () => void }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly problem: ApiProblem }

/** The downloads of this page; one without a state has not started, or is saved. */
export const downloadsAtom = atom<Readonly<Partial<Record<Id, DownloadState>>>>({})

const set = (id: Id, state: DownloadState | undefined) => {
  const { [id]: _, ...others } = store.get(downloadsAtom)
  store.set(downloadsAtom, state ? { ...others, [id]: state } : others)
}

/** Fetches a file row by row and saves it. Only one download of each kind runs at a time. */
export async function startDownload(
  { id, fileName, fetchFile }: DownloadEntry,
  separator: Separator,
  days: DayRange,
): Promise<void> {
  if (store.get(downloadsAtom)[id]?.type === 'running') return
  const controller = new AbortController()
  const stop = () => controller.abort()
  set(id, { type: 'running', rows: 0, bytes: 0, stop })
  const file = await fetchFile(separator, days, controller.signal, (rows, bytes) =>
    set(id, { type: 'running', rows, bytes, stop }),
  )
  if (controller.signal.aborted) return set(id, { type: 'stopped' })
  const name = fileName(days)
  if (!file.ok) {
    set(id, { type: 'failed', problem: file.error })
    const what = say('downloads.failed', { name })
    return reportResult('error', 'withReason', { what, reason: reasonOf(file.error) })
  }
  set(id, undefined)
  downloadFile(file.value, name)
  reportResult('ok', 'downloads.done', { name })
}
