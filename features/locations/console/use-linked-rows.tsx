import { useEffect, useState, type RefObject } from 'react'

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row-id]')?.dataset.rowId : undefined

/** The row that the pointer or the focus is on, and a way to mark rows. The list draws them and knows nothing of it. */
export function useLinkedRows(list: RefObject<HTMLElement | null>) {
  const [pointedId, setPointedId] = useState<string>()
  useEffect(() => {
    const box = list.current
    if (!box) return undefined
    const stop = new AbortController()
    for (const kind of ['pointerover', 'focusin'])
      box.addEventListener(kind, ({ target }) => setPointedId(rowOf(target)), stop)
    for (const kind of ['pointerleave', 'focusout']) box.addEventListener(kind, () => setPointedId(undefined), stop)
    return () => stop.abort()
  }, [list])
  const markRows = (ids: readonly string[]) => {
    for (const row of list.current?.querySelectorAll<HTMLElement>('tr[data-row-id]') ?? [])
      row.toggleAttribute('data-linked', ids.includes(row.dataset.rowId ?? ''))
  }
  return { pointedId, markRows }
}
