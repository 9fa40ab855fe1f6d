import { useMemo } from 'react'
import type { Column } from '../table-column'

/** The status stands behind the name in every list. It is the same list until others are chosen, so that rows need not be drawn anew. */
export function useShownColumns<T>(columns: Column<T>[], visible: readonly string[] | undefined): Column<T>[] {
  const chosen = visible?.join(' ')
  return useMemo(() => {
    const ids = chosen?.split(' ')
    const [title, ...others] = columns.filter(({ id, hiddenByDefault }) => (ids ? ids.includes(id) : !hiddenByDefault))
    const isStatus = ({ card }: Column<T>) => card === 'status'
    return title ? [title, ...others.filter(isStatus), ...others.filter((column) => !isStatus(column))] : []
  }, [columns, chosen])
}
