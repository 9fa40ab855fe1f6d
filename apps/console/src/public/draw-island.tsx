import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

/** Draws over the prerendered content. A translator may have replaced its texts, which React refuses to take over. */
export function drawIsland(container: Element, page: ReactNode): void {
  if (container.querySelector('font')) createRoot(container).render(page)
  else hydrateRoot(container, page)
}
