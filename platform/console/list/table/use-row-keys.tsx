import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useShortcuts } from '../../frame/shortcuts'

interface RowKeysOptions {
  bodyRef: RefObject<HTMLTableSectionElement | null>
  ids: string[]
  onOpen: (id: string) => void
  onSelect?: (id: string, range: boolean) => void
}

/** The active row is the one whose link has the focus; J and K enter the list from anywhere on the page. */
export function useRowKeys({ bodyRef, ids, onOpen, onSelect }: RowKeysOptions) {
  const active = useRef(-1)

  const moveTo = (index: number) => {
    const target = Math.min(Math.max(index, 0), ids.length - 1)
    const row = bodyRef.current?.querySelectorAll<HTMLTableRowElement>('tr[data-row-id]')[target]
    const link = row?.querySelector<HTMLElement>('a[data-row-link]') ?? row?.querySelector<HTMLElement>('a, button')
    link?.focus()
    row?.scrollIntoView?.({ block: 'nearest' })
  }
  const selectActive = (range: boolean) => {
    const id = ids[active.current]
    if (id !== undefined) onSelect?.(id, range)
  }

  useShortcuts([
    { keys: 'j', label: 'Next row', section: 'List', run: () => moveTo(active.current + 1) },
    { keys: 'k', label: 'Previous row', section: 'List', run: () => moveTo(active.current - 1) },
    { keys: 'enter', label: 'Open row', section: 'List', helpOnly: true, run: () => undefined },
    ...(onSelect ? [{ keys: 'x', label: 'Select row', section: 'List', run: () => selectActive(false) }] : []),
  ])

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Keys pressed in a row's open menu bubble here too, though the menu lies elsewhere on the page.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return
    const onLink = event.target.matches('a, tr')
    if (event.target.matches('[aria-haspopup]')) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      moveTo(active.current + (event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter' && onLink && ids[active.current] !== undefined) {
      event.preventDefault()
      onOpen(ids[active.current] ?? '')
    } else if (event.key === 'X' && event.shiftKey && onSelect) {
      selectActive(true)
    }
  }
  const setActive = useCallback((index: number) => {
    active.current = index
  }, [])
  return { onKeyDown, setActive }
}
