import { TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { useMerchantSelection, useSession } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { draftFormOf, useTyped } from '@quaff/platform/console/forms/field-inputs'
import { useCloseGuard, FormDialog } from '@quaff/platform/console/forms/form-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import { venueNameField } from '../contract'
import { onboardingApi } from './onboarding-queries'

/** Idempotency key of the dialog, also with another name. */
const oneVenue = 'venue'

const title = 'Add another venue'

export function AddVenueDialog({ onClose }: { onClose: () => void }) {
  const { selectMerchant } = useMerchantSelection()
  const { data } = useQuery(merchantsApi.options.queryOptions({ input: {} }))
  const inSetup = data?.find(({ status }) => status === 'pending')
  if (!inSetup) return <NameVenueDialog onClose={onClose} />
  const goOn = () => {
    onClose()
    selectMerchant(inSetup)
  }
  return (
    <Dialog
      opened
      title={title}
      description={`You’re still setting up ${isolated(inSetup.name)}. Request approval for it or delete it first.`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" data-autofocus onClick={goOn}>
            Continue setup
          </Button>
        </>
      }
    />
  )
}

function NameVenueDialog({ onClose }: { onClose: () => void }) {
  const { refresh } = useSession()
  const queryClient = useQueryClient()
  const { selectMerchant } = useMerchantSelection()
  const typed = useTyped(venueNameField)
  const guard = useCloseGuard(typed.isDirty, onClose, { name: 'new-venue', form: draftFormOf({ name: typed }) })
  const adding = useMutation({
    mutationFn: async (name: string) => {
      const { merchantId: id } = await onboardingApi.open.call({ name, requestKey: guard.draft.keyOf(oneVenue) })
      await refresh()
      return { id, name, logoUrl: null }
    },
    onSuccess: (venue) => {
      notifySuccess(`${isolated(venue.name)} added`, 'Set it up, then request approval.')
      guard.leave(() => {
        onClose()
        selectMerchant(venue)
        void queryClient.invalidateQueries({ queryKey: merchantsApi.key() })
      })
    },
  })
  return (
    <FormDialog
      title={title}
      description="You set it up like your first one. It can sell passes once we’ve approved it."
      guard={guard}
      saving={{
        busy: adding.isPending,
        problem: adding.error ? errorText(adding.error) : undefined,
        submit: () => typed.check() && !adding.isPending && adding.mutate(typed.text),
      }}
      failed="Couldn’t add the venue"
      button="Add venue"
    >
      <TextInput {...typed.props} label="Name" description="As customers know it" data-autofocus />
    </FormDialog>
  )
}
