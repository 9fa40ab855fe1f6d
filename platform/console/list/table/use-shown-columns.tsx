import { useMemo } from 'react'
import type { Column } from '../table-column'

/** The same list until other columns are chosen, so that rows need not be drawn anew. */
export function useShownColumns<T>(columns: Column<T>[], visible: readonly string[] | undefined): Column<T>[] {
  const chosen = visible?.join(' ')
  return useMemo(() => {
    const ids = chosen?.split(' ')
    return columns.filter((column) => (ids ? ids.includes(column.id) : !column.hiddenByDefault))
  }, [columns, chosen])
}
