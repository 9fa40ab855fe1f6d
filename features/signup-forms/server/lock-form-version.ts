import type { Transaction } from '@quaff/platform/server/context'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { FormActionInput } from '../building/contract'
import { formRefusals } from '../refusals'
import { lockForm, type StoredForm } from './form-store'

/** Refuses as not found, and with STALE_VERSION whoever saw an older one. */
export async function lockFormVersion(tx: Transaction, { formId, version }: FormActionInput): Promise<StoredForm> {
  const form = await lockForm(tx, formId, 'update')
  if (!form) throw refuse(formRefusals, 'SIGNUP_FORM')
  if (form.version !== version) throw staleVersion({ type: 'signup_form', id: formId, savedAt: form.updatedAt })
  return form
}
