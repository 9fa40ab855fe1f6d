import { differenceCauses, type Difference, type DifferenceCause, type Sum } from '../../figures/contract'
import { lessOf, SumMap } from './sum-map'

/** What rows add up to, and by cause what they lack of their documents. */
export class CauseSums {
  readonly rows = new SumMap()
  private readonly causes = new Map(differenceCauses.map((cause) => [cause, new SumMap()] as const))

  /** Of one document; a null cause leaves a difference that nothing explains. */
  add(theirs: readonly Sum[], ours: readonly Sum[], cause: DifferenceCause | null): void {
    this.rows.add(ours)
    if (cause) this.causes.get(cause)?.add(lessOf(theirs, ours))
  }

  causesOf(key: Omit<Sum, 'value'>): Difference['causes'] {
    return [...this.causes]
      .map(([cause, sums]) => ({ cause, value: sums.valueOf(key) }))
      .filter(({ value }) => value !== 0)
  }
}
