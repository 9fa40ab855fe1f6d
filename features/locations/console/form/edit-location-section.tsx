import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Notice } from '@quaff/platform/console/display/notice'
import { useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { MergeNotice } from '@quaff/platform/console/forms/stale/merge-notice'
import { useMerge } from '@quaff/platform/console/forms/stale/use-merge'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { LocationOverview, LocationRecord } from '../../contract'
import { locationsApi } from '../location-queries'
import { OtherFieldsSection } from '../sheet/other-fields-section'
import { LocationFormFields } from './location-form'
import { changesOf, checkLocation, fieldOf, hasChanges, valuesOf } from './location-form-values'
import { locationMergeWords } from './location-merge-words'

export const editFormId = 'edit-location'

/** State of the editor, so that the sheet around it can ask before it closes. */
export function useLocationEditor(location: LocationRecord, onClose: () => void) {
  // What the person saw when the editing began; a live change must not move beneath the typed text.
  const [edited, setEdited] = useState(location)
  const before = valuesOf(edited)
  const form = useForm({ initialValues: before, validate: (values) => checkLocation(values, before) })
  const merge = useMerge({
    words: locationMergeWords,
    base: edited,
    valuesOf,
    load: ({ id: locationId }) => locationsApi.get.call({ locationId }),
    rebase: setEdited,
    form,
  })
  const { save, busy, problem } = useSave({ keys: [locationsApi.key()], meet: merge.meet, form, fieldOf, isLong: true })
  const guard = useCloseGuard(hasChanges(form.values, before), onClose)

  const send = async () => {
    const changes = changesOf(form.getValues(), before)
    if (changes.name === undefined && Object.keys(changes.fields).length === 0) {
      guard.leave()
      return
    }
    const call = () => locationsApi.update.call({ locationId: edited.id, version: edited.version, ...changes })
    const saved = await save(call, edited, changes.name === undefined ? {} : { name: changes.name })
    if (!saved) return
    notifySuccess('Changes saved', `${saved.name} is up to date.`)
    guard.leave()
  }
  return { form, edited, send, problem, stale: merge.view, guard, busy }
}
export type LocationEditor = ReturnType<typeof useLocationEditor>

export function EditLocationSection({ editor, overview }: { editor: LocationEditor; overview: LocationOverview }) {
  const { form, edited, send, problem, stale } = editor
  return (
    <form id={editFormId} noValidate onSubmit={form.onSubmit(() => void send())} className="q-stack">
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
