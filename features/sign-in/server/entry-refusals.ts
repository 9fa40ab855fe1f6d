import { Refusal } from '@quaff/platform/shared/refusal'
import { signInTexts } from '../contract'
import type { EntryRefusal } from '../rules'

const messages = {
  ACCESS_DENIED: signInTexts.accessDenied,
  SUSPENDED: 'This account is suspended. Contact your administrator.',
  REJECTED: 'This registration was rejected. Contact your administrator.',
  AWAITING_APPROVAL: 'This account is waiting for approval.',
  NOT_ACTIVATED: 'This account is not activated yet. Use the link in your invitation.',
} satisfies Record<EntryRefusal, string>

/** Said only to whoever has proved who they are: everybody else hears the same for every account. */
export function refuseEntry(reason: EntryRefusal): Refusal {
  return new Refusal('FORBIDDEN', reason, messages[reason])
}

export function refuseInvalidLink(): Refusal {
  return new Refusal('BAD_REQUEST', 'INVALID_LINK', signInTexts.invalidLink)
}

export function refuseCode(): Refusal {
  return new Refusal('BAD_REQUEST', 'INVALID_CODE', 'This code is wrong or has expired. Ask for a new one.', {
    field: 'code',
  })
}

/** Too late, too many tries, or the account has changed since: one answer for all. */
export function refuseSecondStep(): Refusal {
  const sentence = 'This sign-in took too long or had too many wrong codes. Start again.'
  return new Refusal('BAD_REQUEST', 'SECOND_STEP_OVER', sentence)
}
