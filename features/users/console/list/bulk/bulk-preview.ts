import { possibleUserActions, userActionText, type ActingPerson } from '../../../access/rules'
import type { SelectableUser } from '../../../contract'
import { nameOf } from '../../user-commands-widget'
import type { BulkAction } from './bulk-words'

export type Candidate = { id: string; name: string; email: string; version: number }
export type BulkPreview = {
  possible: Candidate[]
  /** In the server's own words. */
  impossible: { id: string; name: string; reason: string }[]
  /** Chosen, but not there any more, or no longer the asker's to see. */
  gone: number
}

/** Who it can be done to, who not and why. */
export function previewOf(
  action: BulkAction,
  actor: ActingPerson,
  chosen: number,
  found: readonly SelectableUser[],
): BulkPreview {
  const preview: BulkPreview = { possible: [], impossible: [], gone: Math.max(chosen - found.length, 0) }
  for (const person of found) {
    const { id, email, version } = person
    const name = nameOf(person)
    const verdict = possibleUserActions(actor, person)[action]
    if (verdict.ok) preview.possible.push({ id, name, email, version })
    else preview.impossible.push({ id, name, reason: userActionText(action, verdict.reason) })
  }
  return preview
}
