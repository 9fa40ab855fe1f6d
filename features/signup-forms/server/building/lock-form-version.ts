import type { Transaction } from '@quaff/platform/server/context'
import { staleVersion } from '@quaff/platform/shared/refusal'
import type { FormActionInput } from '../../building/contract'
import { formNotFound } from '../form-refusals'
import { lockForm, type StoredForm } from '../form-store'

/** Refuses as not found, and with STALE_VERSION whoever saw an older one. */
export async function lockFormVersion(tx: Transaction, { formId, version }: FormActionInput): Promise<StoredForm> {
  const form = await lockForm(tx, formId, 'update')
  if (!form) throw formNotFound()
  if (form.version !== version) throw staleVersion({ type: 'signup_form', id: formId, savedAt: form.updatedAt })
  return form
}
