import { useMemo } from 'react'
import type { Column } from '../table-column'

/** The status stands behind the name in every list. It is the same list until others are chosen, so that rows need not be drawn anew. */
export function useShownColumns<T>(columns: Column<T>[], visible: readonly string[] | undefined): Column<T>[] {
  const chosen = visible?.join(' ')
  return useMemo(() => {
    const ids = chosen?.split(' ')
    const shown = columns.filter((column) => (ids ? ids.includes(column.id) : !column.hiddenByDefault))
    const placeOf = (column: Column<T>) => (column === columns[0] ? 0 : column.card === 'status' ? 1 : 2)
    return shown.sort((a, b) => placeOf(a) - placeOf(b))
  }, [columns, chosen])
}
