import { useLayoutEffect, useRef, useState } from 'react'

interface Opening {
  origin: HTMLElement | undefined
  /** The dialog that was open when this one appeared: it may be gone when this one closes. */
  before: Opening | undefined
}

let latest: Opening | undefined

/**
 * Gives the focus back to where it was before a dialog opened: the library does so only for dialogs that stay mounted.
 * Where it was is read before the dialog's own fields are there, since one of them may take the focus as it appears.
 */
export function useReturnedFocus(isOpen: boolean) {
  const [atMount] = useState(() => (isOpen ? nextOpening() : undefined))
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const opening = (isFirst.current ? atMount : undefined) ?? nextOpening()
    isFirst.current = false
    if (!isOpen) return
    latest = opening
    return () => {
      if (latest === opening) latest = opening.before
      // Once the dialog is gone; whoever took the focus meanwhile keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body) findOrigin(opening)?.focus({ preventScroll: true })
      })
    }
  }, [isOpen, atMount])
}

function nextOpening(): Opening {
  const { activeElement, body } = document
  const isSomewhere = activeElement instanceof HTMLElement && activeElement !== body
  return { origin: isSomewhere ? activeElement : undefined, before: latest }
}

function findOrigin(opening: Opening | undefined): HTMLElement | undefined {
  if (!opening || opening.origin?.isConnected) return opening?.origin
  return findOrigin(opening.before)
}
