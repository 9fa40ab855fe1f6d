import type { MerchantRecord, MerchantRow } from '../../contract'
import { decideLifecycle, type LifecycleAction } from '../../lifecycle/rules'
import type { merchantPermissions } from '../../permissions'
import { lifecycleRefusals } from '../../refusals'

/** What opens a dialog over an open merchant. */
export type MerchantAction = 'approve' | 'requestChanges' | 'decline' | 'suspend' | 'archive' | 'restore' | 'delete'

export const actionPermissions = {
  approve: 'merchant.approve',
  requestChanges: 'merchant.requestChanges',
  decline: 'merchant.decline',
  suspend: 'merchant.suspend',
  archive: 'merchant.archive',
  restore: 'merchant.restore',
  delete: 'merchant.delete',
} as const satisfies Record<MerchantAction, keyof typeof merchantPermissions>

type State = Pick<MerchantRow, 'status' | 'needsReview' | 'isLive' | 'applicationStatus'> &
  Partial<Pick<MerchantRecord, 'changeRequest'>>

/** Why the merchant's state does not allow it, in the server's own words; undefined when it does. */
export function stateReason(action: LifecycleAction, merchant: State): string | undefined {
  const { changeRequest = null } = merchant
  const verdict = decideLifecycle(action, { ...merchant, changeRequest, statusBefore: null })
  return verdict.ok ? undefined : lifecycleRefusals[verdict.reason].text
}
