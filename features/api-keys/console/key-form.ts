import type { PickedMerchant } from '@quaff/features/merchants/console/merchants-field-widget'
import { shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import { keyFields, keyLimits, type CreateKeyInput, type KeyScope } from '../contract'

export type KeyForm = {
  name: string
  scopes: KeyScope[]
  reach: 'all' | 'some'
  merchants: PickedMerchant[]
  requestsPerMinute: string
  /** `YYYY-MM-DD`, or empty. */
  lastDay: string
}

export const emptyForm: KeyForm = {
  name: '',
  scopes: [],
  reach: 'all',
  merchants: [],
  requestsPerMinute: String(keyLimits.defaultRequestsPerMinute),
  lastDay: '',
}

export function checkForm({ name, scopes, reach, merchants, requestsPerMinute }: KeyForm) {
  return {
    ...faultsOf(keyFields, { name, requestsPerMinute }),
    ...(scopes.length === 0 && { scopes: 'Choose at least one permission' }),
    ...(reach === 'some' && merchants.length === 0 && { merchants: 'Choose at least one merchant' }),
    ...(reach === 'some' &&
      scopes.includes('ingest:users') && { merchants: 'Keys that send users must cover all merchants' }),
  }
}

/** The key works to the end of its last day, by the platform's calendar. */
export function inputOf(form: KeyForm, timeZone: string): CreateKeyInput {
  const { name, scopes, reach, merchants, requestsPerMinute, lastDay } = form
  return {
    name: name.trim(),
    scopes,
    merchantIds: reach === 'all' ? null : merchants.map(({ id }) => id),
    requestsPerMinute: Number(requestsPerMinute),
    expiresAt: lastDay === '' ? null : shiftDaysIn(timeZone, startOfDayKeyIn(timeZone, lastDay), 1),
  }
}
