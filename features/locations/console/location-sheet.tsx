import { useForm } from '@mantine/form'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { Button, PermissionButton } from '@quaff/platform/console/controls/button'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { MergeNotice } from '@quaff/platform/console/forms/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { RowMenu, useRecordCommands } from '@quaff/platform/console/frame/command'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isAbsent } from '@quaff/platform/console/list/list-states'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { LocationOverview, LocationRecord } from '../contract'
import { type LocationAction, locationCommands } from './location-commands-widget'
import { LocationDetailsView, OtherFieldsSection } from './location-details-view'
import { LocationFormFields } from './location-form'
import { changesOf, formFieldOf, locationForm } from './location-form-values'
import { locationsApi } from './location-queries'
import type { LocationRights } from './use-location-actions'

type LocationSheetProps = SheetOfList<{ id: string; name: string }> & {
  id: string
  editing: boolean
  rights: LocationRights
  onAction: (action: LocationAction, location: { id: string }) => void
  onEdit: (editing: boolean) => void
}

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
              <RowMenu
                set={locationCommands}
                row={location}
                details={rights}
                onRun={start}
                without={['edit', 'print']}
              />
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
  // Moving to the neighbor first asks whether to discard unsaved input.
  const goTo = (id: string) => (editor.form.isDirty() ? editor.guard.close() : onOpen(id))
  return (
    <RecordSheet
      opened
      onClose={editor.guard.close}
      title={`Edit ${isolated(location.name)}`}
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

const editFormId = 'edit-location'

function useLocationEditor(location: LocationRecord, onClose: () => void) {
  // Keeps the location as it was when editing began; a live update must not change the form.
  const [edited, setEdited] = useState(location)
  const before = locationForm.read(edited)
  const form = useForm({ initialValues: before, validate: (values) => locationForm.errors(values, before) })
  const merge = useMerge({
    labels: locationForm.mergeLabels,
    base: edited,
    toFormValues: locationForm.read,
    load: ({ id: locationId }) => locationsApi.get.call({ locationId }),
    rebase: setEdited,
    form,
  })
  const guard = useCloseGuard(locationForm.hasChanges(form.values, before), onClose, {
    name: `location.${edited.id}`,
    form,
    version: edited.version,
  })

  const saving = useSave({
    form,
    keys: [locationsApi.key()],
    record: edited,
    next: ({ name }) => ({ name: name.trim() }),
    send: (values) =>
      locationsApi.update.call({ locationId: edited.id, version: edited.version, ...changesOf(values, before) }),
    onSaved: ({ name }) => {
      notifySuccess('Changes saved', `${isolated(name)} is up to date.`)
      guard.leave()
    },
    meet: merge.meet,
    fieldOf: formFieldOf,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (locationForm.hasChanges(form.getValues(), before)) saving.submit(event)
    else guard.leave()
  }
  return { form, edited, saving: { ...saving, submit }, stale: merge.view, guard }
}
type LocationEditor = ReturnType<typeof useLocationEditor>

function EditLocationSection({ editor, overview }: { editor: LocationEditor; overview: LocationOverview }) {
  const { form, edited, saving, stale } = editor
  return (
    <form id={editFormId} noValidate onSubmit={saving.submit} className="q-stack">
      <ErrorNotice title="Couldn’t save the location" text={saving.problem} />
      <LocationFormFields form={form} overview={overview} importedHours={edited.hoursText} />
      <OtherFieldsSection fields={edited.otherFields} />
      <MergeNotice what="location" view={stale} />
    </form>
  )
}
