/** Random choices that a seed repeats. */
export interface Chances {
  /** A whole number from 0 up to, but not including, `most`. */
  below: (most: number) => number
  oneOf: <Item>(items: readonly Item[]) => Item | undefined
}

/** A linear congruential generator (Numerical Recipes). */
export function chancesOf(seed: number): Chances {
  let state = seed >>> 0
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The upper bits are used, because the lower ones repeat after few numbers.
    return Math.floor((state / 2 ** 32) * most)
  }
  return { below, oneOf: (items) => items[below(items.length)] }
}
