import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '@quaff/platform/console/display/notice'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { LocationOverview, LocationRecord } from '../../contract'
import { locationsApi } from '../location-queries'
import { OtherFieldsSection } from '../sheet/other-fields-section'
import { useLocationsRefetch } from '../use-location-rights'
import { LocationFormFields } from './location-form'
import { changesOf, checkLocation, hasChanges, valuesOf } from './location-form-values'
import { locationMergeWords } from './location-merge-words'
import { useLocationSave } from './use-location-save'

export const editFormId = 'edit-location'

/** State of the editor, so that the sheet around it can ask before it closes. */
export function useLocationEditor(location: LocationRecord, onClose: () => void) {
  const client = useQueryClient()
  const refetch = useLocationsRefetch()
  // What the person saw when the editing began; a live change must not move beneath the typed text.
  const [edited, setEdited] = useState(location)
  const before = valuesOf(edited)
  const form = useForm({ initialValues: before, validate: (values) => checkLocation(values, before) })
  const update = useMutation(locationsApi.update.mutationOptions())
  const merge = useMerge({
    words: locationMergeWords,
    base: edited,
    valuesOf,
    load: ({ id: locationId }) =>
      client.fetchQuery(locationsApi.get.queryOptions({ input: { locationId }, staleTime: 0 })),
    rebase: setEdited,
    form,
  })
  const { run, problem } = useLocationSave(form, merge.meet)
  const guard = useCloseGuard(hasChanges(form.values, before), onClose)

  const save = () =>
    run(async () => {
      const changes = changesOf(form.getValues(), before)
      if (changes.name === undefined && Object.keys(changes.fields).length === 0) {
        guard.leave()
        return
      }
      const saved = await update.mutateAsync({ locationId: edited.id, version: edited.version, ...changes })
      client.setQueryData(locationsApi.get.queryKey({ input: { locationId: saved.id } }), saved)
      void refetch()
      notifySuccess('Changes saved', `${saved.name} is up to date.`)
      guard.leave()
    })
  return { form, edited, save, problem, stale: merge.view, guard, saving: update.isPending }
}
export type LocationEditor = ReturnType<typeof useLocationEditor>

export function EditLocationSection({ editor, overview }: { editor: LocationEditor; overview: LocationOverview }) {
  const { form, edited, save, problem, stale } = editor
  return (
    <form id={editFormId} noValidate onSubmit={form.onSubmit(() => void save())} className="q-stack">
      <MergeNotice what="location" view={stale} />
      {problem !== undefined && (
        <Notice tone="danger" title="The location was not saved" announce>
          {problem}
        </Notice>
      )}
      <LocationFormFields form={form} overview={overview} importedHours={edited.hoursText} />
      <OtherFieldsSection fields={edited.otherFields} />
    </form>
  )
}
