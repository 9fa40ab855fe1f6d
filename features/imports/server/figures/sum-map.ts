import type { Sum } from '../../figures/contract'

type SumKey = Omit<Sum, 'value'>
const keyOf = ({ figure, of, currency }: SumKey) => JSON.stringify([figure, of, currency])

/** Sums by what they are of. */
export class SumMap {
  private readonly sums = new Map<string, Sum>()

  add(sums: readonly Sum[], sign: 1 | -1 = 1): this {
    for (const { figure, of, currency, value } of sums) {
      const sum = this.sums.get(keyOf({ figure, of, currency })) ?? { figure, of, currency, value: 0 }
      this.sums.set(keyOf(sum), { ...sum, value: sum.value + sign * value })
    }
    return this
  }

  valueOf(key: SumKey): number {
    return this.sums.get(keyOf(key))?.value ?? 0
  }

  list(): Sum[] {
    return [...this.sums.values()]
  }
}

/** What the first has more than the second. */
export const lessOf = (one: readonly Sum[], other: readonly Sum[]) =>
  new SumMap()
    .add(one)
    .add(other, -1)
    .list()
    .filter(({ value }) => value !== 0)
