import { createContext, type MouseEvent } from 'react'

export interface RowLink {
  id: string
  label: string
  href: string
  onClick: (event: MouseEvent) => void
}

/** Lets the first cell turn its name into the row's link. */
export const RowLinkContext = createContext<RowLink | undefined>(undefined)

/** A click that asks for a new tab or a download stays the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
