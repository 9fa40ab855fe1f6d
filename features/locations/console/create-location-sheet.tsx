import { useForm } from '@mantine/form'
import { Button } from '@quaff/platform/console/controls/button'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/form-dialog'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import type { LocationOverview } from '../contract'
import { LocationFormFields } from './location-form'
import { changesOf, formFieldOf, locationForm, suggestZone } from './location-form-values'
import { locationsApi } from './location-queries'

interface CreateLocationSheetProps {
  merchantId: string
  overview: LocationOverview
  onCreated: (locationId: string) => void
  onClose: () => void
}

const formId = 'create-location'

export function CreateLocationSheet({ merchantId, overview, onCreated, onClose }: CreateLocationSheetProps) {
  const form = useForm({ initialValues: locationForm.empty, validate: (values) => locationForm.errors(values) })
  const guard = useCloseGuard(locationForm.hasChanges(form.values, locationForm.empty), onClose, {
    name: `new-location.${merchantId}`,
    form,
  })
  const suggested = suggestZone(form.values, overview.usualTimeZone)
  const saving = useSave({
    form,
    keys: [locationsApi.key()],
    send: (values) => {
      const { fields } = changesOf({ ...values, timeZone: values.timeZone || suggested.timeZone }, locationForm.empty)
      const input = { merchantId, name: values.name.trim(), fields }
      return locationsApi.create.call({ ...input, requestKey: guard.draft.keyOf(input) })
    },
    onSaved: (location) => {
      notifySuccess('Location added', location.name)
      guard.leave(() => onCreated(location.id))
    },
    fieldOf: formFieldOf,
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
            <Button variant="primary" type="submit" form={formId} loading={saving.busy}>
              Add location
            </Button>
          </span>
        </GuardedFooter>
      }
    >
      <form id={formId} noValidate onSubmit={saving.submit} className="q-stack">
        <ErrorNotice title="Couldn’t add the location" text={saving.problem} />
        <LocationFormFields form={form} overview={overview} importedHours={null} suggested={suggested} />
      </form>
    </RecordSheet>
  )
}
