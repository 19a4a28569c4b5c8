/** The same items; the next one is read while one is worked on. */
export async function* readAheadOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const reading = items[Symbol.asyncIterator]()
  try {
    for (let next = reading.next(); ; ) {
      const { done, value } = await next
      if (done === true) return
      next = reading.next()
      // Whoever asks for it hears of its failure.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await reading.return?.()
  }
}
