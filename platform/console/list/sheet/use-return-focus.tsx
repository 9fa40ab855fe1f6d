import { useEffect, useRef, useState } from 'react'

/** Takes the focus when the sheet opens and gives it back to where it came from, also when that element was drawn anew. */
export function useReturnFocus() {
  const ref = useRef<HTMLElement>(null)
  // Read before the sheet's own fields are there, since one of them may take the focus as it appears.
  const [origin] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : undefined))
  useEffect(() => {
    const rowId = origin?.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
    // A command opens a record and a question over it: the question has the focus, whichever of them is drawn first.
    const question = document.querySelector('.mantine-Modal-content form')
    if (question) setTimeout(() => keepFocusIn(question))
    else if (!ref.current?.contains(document.activeElement)) ref.current?.focus({ preventScroll: true })
    return () => {
      if (origin?.isConnected) origin.focus({ preventScroll: true })
      else if (rowId !== undefined)
        document
          .querySelector<HTMLElement>(`[data-row-id="${CSS.escape(rowId)}"] [data-row-link]`)
          ?.focus({ preventScroll: true })
    }
  }, [origin])
  return ref
}

function keepFocusIn(question: Element) {
  const first = question.querySelector<HTMLElement>('[data-autofocus]') ?? question.querySelector('button')
  if (!question.contains(document.activeElement)) first?.focus({ preventScroll: true })
}
