type Granted = (lock: { readonly name: string } | null) => unknown
interface Options {
  readonly ifAvailable?: boolean
  readonly signal?: AbortSignal
}

/** Web Locks with one holder per name and a queue. `endPage` releases all locks, like a closed page. */
export function startFakeLocks() {
  const held = new Map<string, () => void>()
  let waiting: { readonly name: string; readonly begin: () => void }[] = []
  const release = (name: string) => {
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
        // Release only once: a later holder must keep the lock.
        let isReleased = false
        const end = () => {
          if (!isReleased) release(name)
          isReleased = true
        }
        held.set(name, end)
        void Promise.resolve(granted?.({ name })).then(resolve, reject).finally(end)
      }
      if (!held.has(name)) begin()
      else {
        const entry = { name, begin }
        waiting.push(entry)
        signal?.addEventListener('abort', () => {
          if (!waiting.includes(entry)) return
          waiting = waiting.filter((each) => each !== entry)
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
