// The imports that run in this process, so that the person who began one can stop it. Without the database:
// the embedded one is busy with the import.

export interface RunningImports {
  /** Notes an import by its person and its id; '' cannot be stopped. */
  readonly begin: (by: string, id: string) => { readonly isStopped: () => boolean; readonly end: () => void }
  /** Stops an import of this person; false if none of this id runs here. */
  readonly stop: (by: string, id: string) => boolean
}

export function createRunningImports(): RunningImports {
  const running = new Map<string, { stopped: boolean }>()
  const nameOf = (by: string, id: string) => JSON.stringify([by, id])
  return {
    begin: (by, id) => {
      const mine = { stopped: false }
      const name = nameOf(by, id)
      if (id !== '') running.set(name, mine)
      return {
        isStopped: () => mine.stopped,
        end: () => {
          if (running.get(name) === mine) running.delete(name)
        },
      }
    },
    stop: (by, id) => {
      const found = running.get(nameOf(by, id))
      if (found) found.stopped = true
      return found !== undefined
    },
  }
}
