import { Switch } from '@mantine/core'
import { useCan, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Hint } from '@quaff/platform/console/controls/hint'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import { adminRole } from '@quaff/platform/shared/product'
import type { MerchantRecord } from '../contract'
import { awaitsApproval, decideLiveness } from '../lifecycle/rules'
import { merchantPermissions } from '../permissions'
import { editingRefusals, lifecycleRefusals } from '../refusals'
import { merchantsApi } from './merchant-queries'
import { openingText, resultText } from './merchant-state-text'

const reasons = { ...editingRefusals, ARCHIVED: lifecycleRefusals.ARCHIVED }

/** Pauses and resumes; before approval it shows and sets what approval does. */
export function LiveSwitchField({ merchant }: { merchant: MerchantRecord }) {
  const { role } = useSessionUser()
  const permission = useCan(merchantPermissions, 'merchant.setLive')
  const verdict = decideLiveness(role === adminRole, merchant.status)
  const reason = permission.reason ?? (verdict.ok ? null : reasons[verdict.reason].text)
  const live = useWrite<MerchantRecord, boolean>({
    call: ({ id: merchantId, version }, isLive) => merchantsApi.setLive.call({ merchantId, version, isLive }),
    keys: [merchantsApi.key()],
    next: (isLive, { status, isLive: before }) => ({
      choosesLive: isLive,
      isLive: awaitsApproval(status) ? before : isLive,
    }),
    failed: 'Couldn’t change this',
    done: (saved, isLive) => ({
      title: `${labelOf(saved)} switched ${isLive ? 'on' : 'off'}`,
      message: saved.status === 'active' ? resultText(saved) : `${saved.name} ${openingText(saved)}.`,
      undo: () => live.run(saved, !isLive),
    }),
  })
  const control = (
    <Switch
      label={labelOf(merchant)}
      aria-label={`${labelOf(merchant)}, ${merchant.name}`}
      checked={merchant.choosesLive}
      aria-disabled={reason !== null || undefined}
      aria-description={reason ?? undefined}
      onChange={() => reason === null && live.run(merchant, !merchant.choosesLive)}
    />
  )
  if (reason === null) return control
  return <Hint text={reason}>{control}</Hint>
}

function labelOf({ status }: MerchantRecord): string {
  if (status === 'active') return 'Live'
  return awaitsApproval(status) ? 'Live once approved' : 'Live once restored'
}
