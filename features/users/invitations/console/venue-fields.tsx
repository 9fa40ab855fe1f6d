import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MerchantsField } from '@quaff/features/merchants/console/merchants-field-widget'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { inputLooks } from '@quaff/platform/console/forms/use-typed'
import { accessLimits } from '../../access/contract'
import { inviteFields } from '../../contract'
import { isMerchantRole } from '../../rules'
import { opensVenue, type InviteForm, type VenueChoice } from './invite-form'

interface VenueFieldsProps {
  form: UseFormReturnType<InviteForm>
  /** Administrators bring an owner in with a venue that does not exist yet. */
  mayOpenVenue: boolean
}

const choices: { value: VenueChoice; label: string }[] = [
  { value: 'existing', label: 'Existing merchants' },
  { value: 'new', label: 'New venue' },
]

export function VenueFields({ form, mayOpenVenue }: VenueFieldsProps) {
  const { role, venue, merchants } = form.values
  if (!isMerchantRole(role)) {
    return (
      <p className="q-secondary">
        {role === 'customer' ? 'Customers don’t belong to a merchant.' : 'Admins have access to all merchants.'}
      </p>
    )
  }
  return (
    <div className="q-stack-tight">
      {mayOpenVenue && role === 'merchant_owner' && (
        <div>
          <Segmented
            label="Works for"
            value={venue}
            options={choices}
            onChange={(next) => form.setFieldValue('venue', next)}
          />
        </div>
      )}
      {opensVenue(form.values) ? (
        <TextInput
          {...inputLooks(inviteFields.newVenueName)}
          label="Name of the venue"
          description="They complete the profile. You approve it before it goes live."
          {...form.getInputProps('newVenueName')}
        />
      ) : (
        <MerchantsField
          label="Merchants"
          atMost={accessLimits.merchantsPerUser}
          description="Required for owners and viewers"
          required
          value={merchants}
          error={typeof form.errors.merchants === 'string' ? form.errors.merchants : undefined}
          onChange={(next) => form.setFieldValue('merchants', next)}
        />
      )}
    </div>
  )
}
