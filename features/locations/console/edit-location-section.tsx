import { useForm } from '@mantine/form'
import { useState, type FormEvent } from 'react'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { LocationOverview, LocationRecord } from '../contract'
import { LocationFormFields } from './location-form'
import { changesOf, formFieldOf, locationForm } from './location-form-values'
import { locationsApi } from './location-queries'
import { OtherFieldsSection } from './other-fields-section'

export const editFormId = 'edit-location'

/** State of the editor, so that the sheet around it can ask before it closes. */
export function useLocationEditor(location: LocationRecord, onClose: () => void) {
  // What the person saw when the editing began; a live change must not move beneath the typed text.
  const [edited, setEdited] = useState(location)
  const before = locationForm.read(edited)
  const form = useForm({ initialValues: before, validate: (values) => locationForm.faults(values, before) })
  const merge = useMerge({
    words: locationForm.mergeWords,
    base: edited,
    valuesOf: locationForm.read,
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
      notifySuccess('Changes saved', `${name} is up to date.`)
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
export type LocationEditor = ReturnType<typeof useLocationEditor>

export function EditLocationSection({ editor, overview }: { editor: LocationEditor; overview: LocationOverview }) {
  const { form, edited, saving, stale } = editor
  return (
    <form id={editFormId} noValidate onSubmit={saving.submit} className="q-stack">
      <FaultNotice title="Couldn’t save the location" text={saving.problem} />
      <LocationFormFields form={form} overview={overview} importedHours={edited.hoursText} />
      <OtherFieldsSection fields={edited.otherFields} />
      <MergeNotice what="location" view={stale} />
    </form>
  )
}
