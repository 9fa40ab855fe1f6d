import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@quaff/platform/console/display/notice'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { LocationOverview, LocationRecord } from '../../contract'
import { locationsApi } from '../location-queries'
import { OtherFieldsSection } from '../sheet/other-fields-section'
import { useLocationsRefetch } from '../use-location-rights'
import { LocationFormFields } from './location-form'
import { changesOf, checkLocation, formFieldOf, hasChanges, valuesOf } from './location-form-values'
import { locationMergeWords } from './location-merge-words'

export const editFormId = 'edit-location'

/** State of the editor, so that the sheet around it can ask before it closes. */
export function useLocationEditor(location: LocationRecord, onClose: () => void) {
  const client = useQueryClient()
  const refetch = useLocationsRefetch()
  // What the person saw when the editing began; a live change must not move beneath the typed text.
  const [edited, setEdited] = useState(location)
  const before = valuesOf(edited)
  const form = useForm({ initialValues: before, validate: (values) => checkLocation(values, before) })
  const merge = useMerge({
    words: locationMergeWords,
    base: edited,
    valuesOf,
    load: ({ id: locationId }) =>
      client.fetchQuery(locationsApi.get.queryOptions({ input: { locationId }, staleTime: 0 })),
    rebase: setEdited,
    form,
  })
  const guard = useCloseGuard(hasChanges(form.values, before), onClose)

  const saving = useSave({
    form,
    send: async (values) => {
      if (!hasChanges(values, before)) return undefined
      const changes = changesOf(values, before)
      return locationsApi.update.call({ locationId: edited.id, version: edited.version, ...changes })
    },
    onSaved: (saved) => {
      if (saved) {
        client.setQueryData(locationsApi.get.queryKey({ input: { locationId: saved.id } }), saved)
        void refetch()
        notifySuccess('Changes saved', `${saved.name} is up to date.`)
      }
      guard.leave()
    },
    meet: merge.meet,
    fieldOf: formFieldOf,
  })
  return { form, edited, saving, stale: merge.view, guard }
}
export type LocationEditor = ReturnType<typeof useLocationEditor>

export function EditLocationSection({ editor, overview }: { editor: LocationEditor; overview: LocationOverview }) {
  const { form, edited, saving, stale } = editor
  return (
    <form id={editFormId} noValidate onSubmit={saving.submit} className="q-stack">
      <MergeNotice what="location" view={stale} />
      {saving.problem && (
        <Notice tone="danger" title="The location was not saved" announce>
          {saving.problem}
        </Notice>
      )}
      <LocationFormFields form={form} overview={overview} importedHours={edited.hoursText} />
      <OtherFieldsSection fields={edited.otherFields} />
    </form>
  )
}
