import { Switch } from '@mantine/core'
import { useCan, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Hint } from '@quaff/platform/console/controls/hint'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import { adminRole } from '@quaff/platform/shared/product'
import type { MerchantRecord } from '../../contract'
import { decideLiveness } from '../../lifecycle/rules'
import { merchantPermissions } from '../../permissions'
import { editingRefusals, lifecycleRefusals } from '../../refusals'
import { resultText } from '../../status/console/merchant-state-text'
import { merchantsApi } from '../merchant-queries'

const reasons = { ...editingRefusals, ARCHIVED: lifecycleRefusals.ARCHIVED }

/** Pauses and resumes; of a merchant that is not approved yet it is the wish that approval follows. */
export function LiveSwitchField({ merchant }: { merchant: MerchantRecord }) {
  const { role } = useSessionUser()
  const permission = useCan(merchantPermissions, 'merchant.setLive')
  const verdict = decideLiveness(role === adminRole, merchant.status)
  const reason = permission.reason ?? (verdict.ok ? null : reasons[verdict.reason].text)
  const live = useWrite<MerchantRecord, boolean>({
    call: ({ id: merchantId, version }, isLive) => merchantsApi.setLive.call({ merchantId, version, isLive }),
    keys: [merchantsApi.key()],
    next: (isLive) => ({ isLive }),
    failed: 'This could not be changed',
    done: (saved, isLive) => ({
      title: `${saved.status === 'active' ? 'Live' : 'Live once approved'} switched ${isLive ? 'on' : 'off'}`,
      message: saved.status === 'active' ? resultText(saved) : wishText(saved),
      undo: () => live.run(saved, !isLive),
    }),
  })
  // Before that the switch is a wish: nobody can buy anything yet.
  const isApproved = merchant.status === 'active'
  const control = (
    <Switch
      label={isApproved ? 'Live' : 'Live once approved'}
      aria-label={isApproved ? `${merchant.name} is live` : `${merchant.name} goes live once approved`}
      checked={merchant.isLive}
      aria-disabled={reason !== null || undefined}
      aria-description={reason ?? undefined}
      onChange={() => reason === null && live.run(merchant, !merchant.isLive)}
    />
  )
  if (reason === null) return control
  return <Hint text={reason}>{control}</Hint>
}

function wishText({ name, isLive }: MerchantRecord): string {
  return isLive ? `${name} goes live once it is approved.` : `${name} stays closed when it is approved.`
}
