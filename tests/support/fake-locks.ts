type Granted = (lock: { readonly name: string } | null) => unknown
interface Options {
  readonly ifAvailable?: boolean
  readonly signal?: AbortSignal
}

/**
 * The browser's locks: one holder each, the others wait in their order. `endPage` lets go of all, as when a
 * page is gone.
 */
export function startFakeLocks() {
  const held = new Map<string, () => void>()
  let waiting: { readonly name: string; readonly begin: () => void }[] = []
  const free = (name: string) => {
    held.delete(name)
    const next = waiting.find((each) => each.name === name)
    waiting = waiting.filter((each) => each !== next)
    next?.begin()
  }
  const request = (name: string, options: Options | Granted, given?: Granted): Promise<unknown> => {
    const { ifAvailable = false, signal } = typeof options === 'function' ? {} : options
    const granted = typeof options === 'function' ? options : given
    if (held.has(name) && ifAvailable) return Promise.resolve(granted?.(null))
    return new Promise((resolve, reject) => {
      const begin = () => {
        // Who held it before lets go of nothing any more.
        let isOver = false
        const end = () => {
          if (!isOver) free(name)
          isOver = true
        }
        held.set(name, end)
        void Promise.resolve(granted?.({ name })).then(resolve, reject).finally(end)
      }
      if (!held.has(name)) begin()
      else {
        const waits = { name, begin }
        waiting.push(waits)
        signal?.addEventListener('abort', () => {
          if (!waiting.includes(waits)) return
          waiting = waiting.filter((each) => each !== waits)
          reject(signal.reason)
        })
      }
    })
  }
  const query = async () => ({
    held: [...held.keys()].map((name) => ({ name })),
    pending: waiting.map(({ name }) => ({ name })),
  })
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } })
  return {
    endPage: () => {
      for (const end of held.values()) end()
    },
  }
}
