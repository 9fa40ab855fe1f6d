import { Button } from '@quaff/platform/console/controls/button'
import { AddressInputs } from '@quaff/platform/console/forms/address-inputs'
import { addressParts } from '@quaff/platform/shared/fields/address'
import type { LocationAddress } from '../contract'
import type { LocationForm } from './location-form-values'

interface AddressFieldsProps {
  form: LocationForm
  merchantAddress: LocationAddress
}

export function AddressFields({ form, merchantAddress }: AddressFieldsProps) {
  const isBlank = addressParts.every((part) => form.values[part].trim() === '')
  const known = addressParts.some((part) => merchantAddress[part])
  return (
    <fieldset className="q-stack">
      <legend className="q-h3">Address</legend>
      {isBlank && known && (
        <span>
          <Button size="sm" onClick={() => form.setValues(merchantAddress)}>
            Use the business address
          </Button>
        </span>
      )}
      <AddressInputs form={form} />
    </fieldset>
  )
}
