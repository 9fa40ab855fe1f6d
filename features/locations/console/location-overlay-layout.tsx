import { deferred } from '@quaff/platform/console/controls/deferred'
import type { LocationRow } from '../contract'
import type { LocationAction } from './location-commands-widget'
import type { LocationSearch } from './location-search-widget'
import type { LocationRights } from './use-location-actions'

// Not on the first page, so each loads when opened.
const LocationSheet = deferred(async () => (await import('./location-sheet')).LocationSheet)
const CreateLocationSheet = deferred(async () => (await import('./create-location-sheet')).CreateLocationSheet)
const ImportDialog = deferred(async () => (await import('./import-dialog')).ImportDialog)
const CounterKitSheet = deferred(async () => (await import('./counter-kit-sheet')).CounterKitSheet)
const DeleteLocationDialog = deferred(async () => (await import('./delete-location-dialog')).DeleteLocationDialog)

/** The open record and action. The page keeps it in the URL, a widget in its own state. */
export type LocationView = Pick<LocationSearch, 'id' | 'action'>

interface LocationOverlayLayoutProps {
  merchantId: string
  rights: LocationRights
  rows: readonly LocationRow[]
  total: number | undefined
  view: LocationView
  onView: (view: LocationView, options?: { replace?: boolean }) => void
  deleting: string | undefined
  onDeleting: (id: string | undefined) => void
  onAction: (action: LocationAction, location: { id: string }) => void
}

export function LocationOverlayLayout(props: LocationOverlayLayoutProps) {
  const { merchantId, rights, rows, total, view, onView, deleting, onDeleting, onAction } = props
  const { id, action } = view
  const overview = rights.overview.data
  const close = () => {
    onView({ id: undefined, action: undefined })
    if (id !== undefined) focusRow(id)
  }
  const isPrinting = action === 'print' && id !== undefined
  return (
    <>
      {id !== undefined && !isPrinting && (
        <LocationSheet
          id={id}
          editing={action === 'edit'}
          rows={rows}
          total={total}
          rights={rights}
          onAction={onAction}
          onOpen={(next) => onView({ id: next, action }, { replace: true })}
          onEdit={(editing) => onView({ id, action: editing ? 'edit' : undefined }, { replace: true })}
          onClose={close}
        />
      )}
      {isPrinting && <CounterKitSheet locationId={id} merchantName={overview?.merchantName ?? ''} onClose={close} />}
      {action === 'create' && overview && !rights.addReason && (
        <CreateLocationSheet
          merchantId={merchantId}
          overview={overview}
          onCreated={(created) => onView({ id: created, action: undefined }, { replace: true })}
          onClose={close}
        />
      )}
      {action === 'import' && !rights.changeReason && <ImportDialog merchantId={merchantId} onClose={close} />}
      {deleting !== undefined && (
        <DeleteLocationDialog
          locationId={deleting}
          onDeleted={() => {
            onDeleting(undefined)
            if (deleting === id) close()
          }}
          onClose={() => onDeleting(undefined)}
        />
      )}
    </>
  )
}

/** View, edit and print are separate sheets, so the last one does not know the row that opened the first. */
function focusRow(id: string) {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-row-id="${id}"] [data-row-link]`)?.focus()
  })
}
