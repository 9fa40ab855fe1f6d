import { useState } from 'react'
import { usageKey } from '../../usage/console/usage-key'
import type { UsageRow } from '../../usage/contract'

/** Keeps what the reader looks at in place, as it is now; what arrives later is counted and shown when asked for. */
export function useHeldRows(latest: readonly UsageRow[]) {
  const [heldKeys, setHeldKeys] = useState<readonly string[]>()
  const keys = latest.map(usageKey)
  const newCount = heldKeys?.length ? keys.filter((key) => !heldKeys.includes(key)).length : 0
  if (newCount === 0 && heldKeys?.join() !== keys.join()) setHeldKeys(keys)
  const shown = newCount === 0 ? latest : latest.filter((row) => heldKeys?.includes(usageKey(row)))
  return { shown, newCount, showNew: () => setHeldKeys(keys) }
}
