import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { LocationActions } from './list/location-menu'

interface LocationKeys {
  actions: LocationActions
  changeReason: string | undefined
  addReason: string | undefined
  onAdd: () => void
}

/** The row that holds the focus. */
function focusedRow(): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-row-id]')
  return row?.dataset.rowId
}

/** Keys of the page; those the reader may not use are not there. */
export function useLocationKeys({ actions, changeReason, addReason, onAdd }: LocationKeys) {
  const onRow = (run: (id: string) => void) => () => {
    const id = focusedRow()
    if (id !== undefined) run(id)
  }
  useShortcuts([
    ...(addReason ? [] : [{ keys: 'c', label: 'Add location', section: 'Locations', run: onAdd }]),
    ...(changeReason ? [] : [{ keys: 'e', label: 'Edit the row', section: 'Locations', run: onRow(actions.onEdit) }]),
    ...(addReason
      ? []
      : [{ keys: 'd', label: 'Duplicate the row', section: 'Locations', run: onRow(actions.onDuplicate) }]),
  ])
}
