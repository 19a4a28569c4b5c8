/** Repeatable random choices from a seed. */

export interface SeededRandom {
  /** From 0 to below 1. */
  readonly number: () => number
  /** A whole number from `least` to `most`. */
  readonly whole: (least: number, most: number) => number
  /** True in `share` of all cases. */
  readonly chance: (share: number) => boolean
  readonly one: <Item>(items: readonly [Item, ...Item[]]) => Item
  readonly any: <Item>(items: readonly Item[]) => Item | undefined
  /** A separate sequence, so that extra choices here do not change the choices of others. */
  readonly branch: (name: string) => SeededRandom
}

/** Makes the same choices for the same seed. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(number() * (most - least + 1))
  const any = <Item>(items: readonly Item[]) => items[Math.floor(number() * items.length)]
  return {
    number,
    whole,
    chance: (share) => number() < share,
    one: (items) => any(items) ?? items[0],
    any,
    branch: (name) => {
      let hash = seed
      for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
      return createSeededRandom(hash)
    },
  }
}
