import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

export type FieldDrag = {
  /** The dragged item and its target position. */
  held: { id: string; from: number; to: number } | undefined
  handleProps: (id: string) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
    onLostPointerCapture: () => void
  }
}

/** A smaller move counts as a click, which moves nothing. */
const THRESHOLD_PX = 4

/**
 * Moves list items by mouse, pen or touch. The order stays until the drop, so that the pointer stays with its handle;
 * Escape cancels. Items are the children of `listRef` with `data-field-id`.
 */
export function useFieldDrag(
  listRef: RefObject<HTMLElement | null>,
  onDrop: (id: string, by: number) => void,
): FieldDrag {
  const [held, setHeld] = useState<FieldDrag['held']>()
  const start = useRef<{ id: string; y: number } | undefined>(undefined)

  const letGo = () => {
    start.current = undefined
    setHeld(undefined)
  }
  useEffect(() => {
    if (!held) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      letGo()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [held])

  const follow = (event: PointerEvent<HTMLElement>) => {
    if (!start.current || (!held && Math.abs(event.clientY - start.current.y) < THRESHOLD_PX)) return
    const { id } = start.current
    const items = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-field-id]') ?? [])]
    const from = items.findIndex((item) => item.dataset['fieldId'] === id)
    if (from === -1) return
    const others = items.toSpliced(from, 1)
    const middles = others.map((item) => {
      const { top, height } = item.getBoundingClientRect()
      return top + height / 2
    })
    const to = dropIndex(middles, event.clientY)
    // Scrolls a long list with the pointer.
    others[Math.min(to, others.length - 1)]?.scrollIntoView?.({ block: 'nearest' })
    setHeld({ id, from, to })
  }
  return {
    held,
    handleProps: (id) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        start.current = { id, y: event.clientY }
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: follow,
      onPointerUp: () => {
        if (held && held.to !== held.from) onDrop(held.id, held.to - held.from)
        letGo()
      },
      onPointerCancel: letGo,
      onLostPointerCapture: letGo,
    }),
  }
}

/**
 * Returns the index for a drop at `y`: before the first field whose middle is below it. `middles` excludes the
 * dragged field.
 */
export function dropIndex(middles: readonly number[], y: number): number {
  return middles.filter((middle) => middle < y).length
}
