/** Repeatable random numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A whole number from `min` to `max`, inclusive. */
  readonly whole: (min: number, max: number) => number
  /** True with the probability `share` (0 to 1). */
  readonly chance: (share: number) => boolean
  /** An item of a non-empty list. */
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** One of the names, chosen by weight. */
  readonly weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name
  /** A new sequence. Using it does not advance this one. */
  readonly fork: () => Random
}

/** Mulberry32: 32 bits of state, enough for demo data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number) => min + Math.floor(draw() * (max - min + 1))
  return {
    whole,
    chance: (share) => draw() < share,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from')
      return item
    },
    weighted: (weights) => {
      let remaining = 0
      for (const name in weights) remaining += weights[name]
      remaining *= draw()
      for (const name in weights) {
        remaining -= weights[name]
        if (remaining < 0) return name
      }
      throw new Error('There is nothing to pick from')
    },
    fork: () => createRandom(Math.floor(draw() * 2 ** 32)),
  }
}
