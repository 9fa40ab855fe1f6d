import { useState } from 'react'
import { MerchantsField, type PickedMerchant } from '@quaff/features/merchants/console/merchants-field-widget'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { useChoice } from '@quaff/platform/console/forms/use-typed'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { accessLimits } from '../access/contract'
import { userRefusals } from '../refusals'
import { usePersonVerb, type PersonDialogProps } from './use-person-verb'
import { nameOf } from './user-commands-widget'
import { usersApi } from './user-queries'

export function ApproveDialog({ person: opened, onClose, onDone }: PersonDialogProps) {
  const verb = usePersonVerb('approve', opened)
  const { row: person } = verb
  const merchants = useChoice<PickedMerchant[]>([])
  const [fault, setFault] = useState<string>()

  const isMissing = merchants.value.length === 0 && !person.hasApplication
  return (
    <VerbDialog
      verb={verb}
      title={`Approve registration of ${nameOf(person)}?`}
      button="Approve and invite"
      fields={{ merchants }}
      check={() => {
        setFault(isMissing ? userRefusals.NO_MERCHANT.text : undefined)
        return !isMissing
      }}
      call={({ id: userId }) => usersApi.approve.call({ userId, merchantIds: merchants.value.map(({ id }) => id) })}
      onDone={() => {
        rememberedEmail.write(person.email)
        onDone('approve', `${person.email} gets an invitation.`)
      }}
      onClose={onClose}
    >
      <p>They become an owner and get a sign-in link by email.</p>
      <MerchantsField
        label="Merchants"
        atMost={accessLimits.merchantsPerUser}
        description={
          person.hasApplication
            ? 'They applied with their own venue. Add other merchants only if they own those too.'
            : 'Their merchants'
        }
        required={!person.hasApplication}
        value={merchants.value}
        error={fault}
        onChange={(next) => {
          setFault(undefined)
          merchants.set(next)
        }}
      />
    </VerbDialog>
  )
}
