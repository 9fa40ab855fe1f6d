import type { Column } from '../table-column'

export type CardPlace = NonNullable<Column<unknown>['card']>

const FACTS_BY_DEFAULT = 3

/** Where each column goes on the phone card, for those that do not say it themselves. */
export function cardPlaces<T>(columns: Column<T>[]): CardPlace[] {
  let facts = 0
  return columns.map((column, index) => {
    if (column.card) {
      if (column.card === 'fact') facts += 1
      return column.card
    }
    if (index === 0) return 'title'
    facts += 1
    return facts <= FACTS_BY_DEFAULT ? 'fact' : 'hide'
  })
}
