import { useCallback, useRef } from 'react'
import type { TableSelection } from '../table-column'

/** Toggling with `range` takes everything between the row touched last and this one. */
export function useRowSelection(ids: string[], selection: TableSelection | undefined) {
  const anchor = useRef<string>(undefined)
  const latest = useRef({ ids, selection })
  latest.current = { ids, selection }

  const toggle = useCallback((id: string, range: boolean) => {
    const { ids: all, selection: current } = latest.current
    if (!current) return
    const next = new Set(current.ids)
    const from = anchor.current === undefined ? -1 : all.indexOf(anchor.current)
    const to = all.indexOf(id)
    if (range && from >= 0)
      for (const between of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between)
    else if (next.has(id)) next.delete(id)
    else next.add(id)
    anchor.current = id
    current.onChange(next)
  }, [])

  const toggleAll = useCallback(() => {
    const { ids: all, selection: current } = latest.current
    if (!current) return
    const allChosen = all.every((id) => current.ids.has(id))
    // Rows that are chosen but not loaded stay chosen; taking the tick away means all of them.
    current.onChange(new Set(allChosen ? [] : [...current.ids, ...all]))
  }, [])

  return { toggle, toggleAll }
}
