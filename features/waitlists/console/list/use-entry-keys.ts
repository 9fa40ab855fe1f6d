import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { EntryRow } from '../../entries/contract'
import type { EntryActions } from '../change/use-entry-actions'

/** I and S: about the selection, or else the row that has the focus. */
export function useEntryKeys(rows: readonly EntryRow[], selected: readonly EntryRow[], start: EntryActions['start']) {
  const subjects = () => {
    if (selected.length > 0) return selected
    const id = document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
    return rows.filter((row) => row.id === id)
  }
  useShortcuts([
    { keys: 'i', label: 'Invite', section: 'List', run: () => start('invite', subjects()) },
    { keys: 's', label: 'Shortlist', section: 'List', run: () => start('shortlist', subjects()) },
  ])
}
