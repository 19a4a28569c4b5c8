// Tracks the imports of this process, so that their users can stop them.
// Kept in memory, because the embedded database is busy during an import.

export interface RunningImports {
  /** Registers an import by user and id. An import with the id '' cannot be stopped. */
  readonly begin: (by: string, id: string) => { readonly isStopped: () => boolean; readonly end: () => void }
  /** Stops an import of this user. Returns false if no import with this id runs here. */
  readonly stop: (by: string, id: string) => boolean
}

export function createRunningImports(): RunningImports {
  const running = new Map<string, { stopped: boolean }>()
  const keyOf = (by: string, id: string) => JSON.stringify([by, id])
  return {
    begin: (by, id) => {
      const current = { stopped: false }
      const key = keyOf(by, id)
      if (id !== '') running.set(key, current)
      return {
        isStopped: () => current.stopped,
        end: () => {
          if (running.get(key) === current) running.delete(key)
        },
      }
    },
    stop: (by, id) => {
      const found = running.get(keyOf(by, id))
      if (found) found.stopped = true
      return found !== undefined
    },
  }
}
