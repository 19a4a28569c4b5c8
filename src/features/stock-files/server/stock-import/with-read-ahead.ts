/** Yields the same items, and reads the next item while the current one is processed. */
export async function* withReadAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ; ) {
      const { done, value } = await next
      if (done === true) return
      next = iterator.next()
      // The consumer gets the rejection when it awaits the item.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
