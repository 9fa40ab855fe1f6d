import type { FigureName, Sum } from '../../figures-contract'

/** Sums by what they are of. */
export class SumMap {
  private readonly sums = new Map<string, Sum>()

  constructor(sums: readonly Sum[] = []) {
    for (const { figure, of, currency, value } of sums) this.add(figure, of, value, currency)
  }

  add(figure: FigureName, of: string, value: number, currency = ''): void {
    const key = JSON.stringify([figure, of, currency])
    const sum = this.sums.get(key) ?? { figure, of, currency, value: 0 }
    sum.value += value
    this.sums.set(key, sum)
  }

  valueOf({ figure, of, currency }: Omit<Sum, 'value'>): number {
    return this.sums.get(JSON.stringify([figure, of, currency]))?.value ?? 0
  }

  list(): Sum[] {
    return [...this.sums.values()]
  }
}
