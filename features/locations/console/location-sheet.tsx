import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { GuardedFooter } from '@quaff/platform/console/forms/close-guard'
import { RowMenu } from '@quaff/platform/console/frame/commands/row-menu'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { isAbsent } from '@quaff/platform/console/list/list-states'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { LocationOverview, LocationRecord } from '../contract'
import { EditLocationSection, editFormId, useLocationEditor, type LocationEditor } from './edit-location-section'
import { locationCommands, type LocationAction } from './location-commands-widget'
import { LocationDetailsView } from './location-details-view'
import { locationsApi } from './location-queries'
import type { LocationRights } from './use-location-rights'

type LocationSheetProps = SheetOfList<{ id: string; name: string }> & {
  id: string
  editing: boolean
  rights: LocationRights
  onAction: (action: LocationAction, location: { id: string }) => void
  onEdit: (editing: boolean) => void
}

/** Looks at one location; the same sheet turns into its editor. */
export function LocationSheet(props: LocationSheetProps) {
  const { id, editing, rights } = props
  const overview = rights.overview.data
  const record = useMerchantRecord(
    useQuery(locationsApi.get.queryOptions({ input: { locationId: id } })),
    ({ merchantId }) => [merchantId],
  )
  if (record.data && overview && editing && !rights.changeReason)
    return <EditingSheet key={id} {...props} location={record.data} overview={overview} />
  return <LookingSheet {...props} record={record} />
}

type LookingSheetProps = LocationSheetProps & { record: ReturnType<typeof useMerchantRecord<LocationRecord>> }

function LookingSheet({ record, id, rows, total, rights, onAction, ...on }: LookingSheetProps) {
  const location = record.data
  const start = (action: LocationAction, row: { id: string }) =>
    action === 'edit' ? on.onEdit(true) : onAction(action, row)
  useRecordCommands(locationCommands, isAbsent(record) ? undefined : location, rights, start)
  return (
    <RecordSheet
      opened
      onClose={on.onClose}
      title={location?.name ?? rows.find((row) => row.id === id)?.name ?? 'Location'}
      noun="Location"
      {...sheetPosition(rows, id, total, on.onOpen)}
      query={record}
      footer={
        location && (
          <>
            <Button icon={IconPrinter} onClick={() => start('print', location)}>
              Print counter kit
            </Button>
            <span className="q-end q-row">
              <RowMenu set={locationCommands} row={location} facts={rights} onRun={start} without={['edit', 'print']} />
              <PermissionButton
                variant="primary"
                icon={IconPencil}
                shortcut="E"
                disabledReason={rights.changeReason}
                onClick={() => on.onEdit(true)}
              >
                Edit
              </PermissionButton>
            </span>
          </>
        )
      }
    >
      {location && rights.overview.data && <LocationDetailsView location={location} overview={rights.overview.data} />}
    </RecordSheet>
  )
}

type EditingSheetProps = LocationSheetProps & { location: LocationRecord; overview: LocationOverview }

function EditingSheet({ location, overview, rows, total, onOpen, onEdit }: EditingSheetProps) {
  const editor = useLocationEditor(location, () => onEdit(false))
  // With typed text the way to the neighbour is the question whether to discard it.
  const goTo = (id: string) => (editor.form.isDirty() ? editor.guard.close() : onOpen(id))
  return (
    <RecordSheet
      opened
      onClose={editor.guard.close}
      title={`Edit ${location.name}`}
      noun="Location"
      {...sheetPosition(rows, location.id, total, goTo)}
      footer={<EditFooter editor={editor} />}
    >
      <EditLocationSection editor={editor} overview={overview} />
    </RecordSheet>
  )
}

function EditFooter({ editor: { guard, saving } }: { editor: LocationEditor }) {
  return (
    <GuardedFooter guard={guard}>
      <span className="q-end q-row">
        <Button onClick={guard.close}>Cancel</Button>
        <Button variant="primary" type="submit" form={editFormId} loading={saving.busy}>
          {saving.busy ? 'Saving…' : 'Save changes'}
        </Button>
      </span>
    </GuardedFooter>
  )
}
