import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { Role } from '@quaff/features/accounts/contract'
import type { PickedMerchant } from '@quaff/features/merchants/console/merchants-field-widget'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { useSave } from '@quaff/platform/console/forms/use-save'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { inviteFields, type InviteUserInput } from '../contract'
import { invitableRoles } from '../permissions'
import { userRefusals } from '../refusals'
import { isMerchantRole, merchantRoles } from '../rules'
import { usersApi } from './user-queries'

export type VenueChoice = 'existing' | 'new'
export type InviteForm = {
  email: string
  displayName: string
  role: Role
  merchants: PickedMerchant[]
  venue: VenueChoice
  newVenueName: string
}

/** If a merchant is chosen, only its owners and viewers can be invited. */
export function rolesToInvite(inviterRole: string, isMerchantView: boolean): readonly Role[] {
  const mayMake = invitableRoles[inviterRole] ?? []
  return isMerchantView ? mayMake.filter((role) => merchantRoles.some((known) => known === role)) : mayMake
}

export function opensVenue({ role, venue }: Pick<InviteForm, 'role' | 'venue'>): boolean {
  return role === 'merchant_owner' && venue === 'new'
}

export function checkInvite(values: InviteForm): Partial<Record<keyof InviteForm, string>> {
  const { newVenueName, ...person } = inviteFields
  if (opensVenue(values)) return errorsOf({ ...person, newVenueName }, values)
  const isUnassigned = isMerchantRole(values.role) && values.merchants.length === 0
  return { ...errorsOf(person, values), ...(isUnassigned && { merchants: userRefusals.NO_MERCHANT.text }) }
}

/** Input for another role stays in the form but is not sent. */
export function inviteInputOf(
  values: InviteForm,
): Pick<InviteUserInput, 'email' | 'role' | 'merchantIds' | 'displayName' | 'newVenueName'> {
  const name = values.displayName.trim()
  const isNew = opensVenue(values)
  return {
    email: values.email.trim(),
    role: values.role,
    merchantIds: isMerchantRole(values.role) && !isNew ? values.merchants.map(({ id }) => id) : [],
    ...(name === '' ? {} : { displayName: name }),
    ...(isNew ? { newVenueName: values.newVenueName.trim() } : {}),
  }
}

/** An owner may invite a person with an account, who then signs in as usual. */
export const inviteDescription = (isAdmin: boolean) =>
  isAdmin ? 'We’ll email a sign-in link. It expires in 3 days.' : 'We’ll email a link to accept. It expires in 3 days.'

export const invitedText = (email: string, isAdmin: boolean) =>
  isAdmin
    ? `${readableEmail(email)} can sign in with the link in the email.`
    : `We emailed ${readableEmail(email)} a link to accept.`

/** Spec §7 and §8: for errors without their own text. */
const failed = 'Failed to create admin user'

interface InviteDetails<Values> {
  form: UseFormReturnType<Values>
  toInput: (values: Values) => Pick<InviteUserInput, 'email' | 'role' | 'merchantIds' | 'displayName' | 'newVenueName'>
  onInvited: (email: string, userId: string | undefined) => void
}

export function useInvite<Values>({ form, toInput, onInvited }: InviteDetails<Values>) {
  const [takenBy, setTakenBy] = useState<string>()
  const saving = useSave({
    form,
    keys: [usersApi.key()],
    send: async (values) => {
      setTakenBy(undefined)
      const input = toInput(values)
      return { ...(await usersApi.invite.call(input)), email: input.email }
    },
    onSaved: ({ success, error, email, userId }): void => {
      if (!success) {
        setTakenBy(userId)
        return saving.setProblem(error ?? failed)
      }
      rememberedEmail.write(email)
      onInvited(email, userId)
    },
    textOf: (error) => verbErrorText(error, failed),
  })
  /** `takenBy`: the account that has this address, for a person who may open it. */
  return { ...saving, takenBy }
}
