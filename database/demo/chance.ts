/** Seeded random generator (mulberry32): the same seed gives the same demo data. */
export type Chance = {
  /** 0 ≤ x < 1 */
  next(): number
  /** Whole number from min to max, both inclusive. */
  whole(min: number, max: number): number
  oneOf<T>(values: readonly [T, ...T[]]): T
  /** Index with a probability proportional to its weight. */
  weighted(weights: readonly number[]): number
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    oneOf: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    weighted(weights) {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const found = weights.findIndex((weight) => (rest -= weight) < 0)
      return found === -1 ? weights.length - 1 : found
    },
  }
}

/** Returns for example `mer_d00001`. Demo ids are sequential and never collide with real ids. */
export const demoId = (prefix: string, number: number) => `${prefix}_d${String(number).padStart(5, '0')}`
