import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { LocationOverview } from '../../contract'
import { locationsApi } from '../location-queries'
import { useLocationsRefetch } from '../use-location-rights'
import { LocationFormFields } from './location-form'
import { changesOf, checkLocation, emptyLocation, hasChanges } from './location-form-values'
import { useLocationSave } from './use-location-save'

interface CreateLocationSheetProps {
  merchantId: string
  overview: LocationOverview
  /** After the save, with the new location. */
  onCreated: (locationId: string) => void
  onClose: () => void
}

const formId = 'create-location'

export function CreateLocationSheet({ merchantId, overview, onCreated, onClose }: CreateLocationSheetProps) {
  const refetch = useLocationsRefetch()
  const create = useMutation(locationsApi.create.mutationOptions())
  const [begun] = useState(() => ({ ...emptyLocation, timeZone: overview.usualTimeZone ?? '' }))
  const form = useForm({ initialValues: begun, validate: (values) => checkLocation(values) })
  const requestKey = useRef(newRequestKey())
  const guard = useCloseGuard(hasChanges(form.values, begun), onClose)
  const { run, problem } = useLocationSave(form)

  const save = () =>
    run(async () => {
      const { fields } = changesOf(form.getValues(), emptyLocation)
      const name = form.getValues().name.trim()
      const location = await create.mutateAsync({ merchantId, name, fields, requestKey: requestKey.current })
      void refetch()
      notifySuccess('Location added', location.name)
      guard.release()
      onCreated(location.id)
    })

  return (
    <RecordSheet
      opened
      onClose={guard.close}
      title="Add location"
      footer={
        <GuardedFooter guard={guard}>
          <span className="q-end q-row">
            <Button onClick={guard.close}>Cancel</Button>
            <Button variant="primary" type="submit" form={formId} loading={create.isPending}>
              Add location
            </Button>
          </span>
        </GuardedFooter>
      }
    >
      <form id={formId} noValidate onSubmit={form.onSubmit(() => void save())} className="q-stack">
        {problem !== undefined && (
          <Notice tone="danger" title="The location was not added" announce>
            {problem}
          </Notice>
        )}
        <LocationFormFields form={form} overview={overview} importedHours={null} />
      </form>
    </RecordSheet>
  )
}
