import { createContext, type MouseEvent } from 'react'

export interface RowLink {
  id: string
  label: string
  /** Undefined where it is the record's own on this page. */
  href: string | undefined
  onClick: (event: MouseEvent) => void
}

/** Lets the first cell turn its name into the row's link. */
export const RowLinkContext = createContext<RowLink | undefined>(undefined)

/** The address of the page without an open record. Links alone read it: no cell is drawn anew for another order or filter. */
export const PageSearchContext = createContext('')

/** A click that asks for a new tab or a download stays the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
