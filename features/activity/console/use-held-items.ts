import { useState } from 'react'
import type { ActivityItem } from '../contract'

/** Keeps what the reader is looking at in place; what arrives later is counted and shown when asked for. */
export function useHeldItems(latest: readonly ActivityItem[]) {
  const [held, setHeld] = useState(latest)
  const heldIds = new Set(held.map((item) => item.id))
  const newCount = held.length === 0 ? 0 : latest.filter((item) => !heldIds.has(item.id)).length
  const shown = newCount === 0 ? latest : held
  if (newCount === 0 && held !== latest) setHeld(latest)
  return { shown, newCount, showNew: () => setHeld(latest) }
}
