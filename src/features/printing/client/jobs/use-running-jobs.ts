import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { printProgressAtom } from '#app/state/printing.ts'
import { reportUnfinishedWork } from '#app/state/unfinished-work.ts'
import { jobsAtom } from './job-store.ts'
import type { Runner } from './runner.ts'
import { itemsBefore, totalOf } from './work.ts'

/**
 * Shows the progress of this page's jobs in the header, and warns before the page is left while they run.
 */
export function useRunningJobs(runner: Runner | undefined): void {
  const jobs = useAtomValue(jobsAtom)
  const show = useSetAtom(printProgressAtom)
  const running = jobs.filter(({ state, runner: name }) => state === 'running' && name === runner?.name)
  const done = running.reduce((sum, { work, next }) => sum + itemsBefore(work, next), 0)
  const total = running.reduce((sum, { work }) => sum + totalOf(work), 0)
  useEffect(() => {
    reportUnfinishedWork('prints', total)
    if (total === 0) return undefined
    show({ done, total })
    return () => show(undefined)
  }, [done, total, show])
  const isRunning = total > 0
  useEffect(() => {
    if (!isRunning) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isRunning])
}
