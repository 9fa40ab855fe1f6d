/**
 * Where something dropped at `y` goes among the others: before the first one whose middle lies below it.
 * `middles` leaves out what is being dragged.
 */
export function dropIndex(middles: readonly number[], y: number): number {
  return middles.filter((middle) => middle < y).length
}
