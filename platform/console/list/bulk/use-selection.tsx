import { useRef, useState } from 'react'
import type { TableSelection } from '../data-table'

export interface Selection extends TableSelection {
  /** How many matched when all of them were asked for; undefined once single rows are chosen. */
  matched: number | undefined
  /** Something was chosen at some time: what acts on the selection stays, to tell what became of it. */
  isUsed: boolean
  /** `ids` may be fewer than `matched` where there is a limit. */
  selectMatching: (ids: readonly string[], matched: number) => void
  clear: () => void
}

const nothing: ReadonlySet<string> = new Set()

/** Which rows are chosen, also those on pages that are not loaded. Another `listKey`, other filters that is, chooses nothing. */
export function useSelection(listKey: string): Selection {
  const isUsed = useRef(false)
  const none = { listKey, ids: nothing, matched: undefined }
  const [chosen, setChosen] = useState<{ listKey: string; ids: ReadonlySet<string>; matched: number | undefined }>(none)
  if (chosen.listKey !== listKey) setChosen(none)
  const { ids, matched } = chosen.listKey === listKey ? chosen : none
  isUsed.current ||= ids.size > 0
  return {
    ids,
    isUsed: isUsed.current,
    matched,
    onChange: (next) => setChosen({ listKey, ids: next, matched: undefined }),
    selectMatching: (all, count) => setChosen({ listKey, ids: new Set(all), matched: count }),
    clear: () => setChosen(none),
  }
}
