import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCan, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Hint } from '@quaff/platform/console/controls/hint'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { adminRole } from '@quaff/platform/shared/product'
import type { MerchantRecord } from '../../contract'
import { decideLiveness } from '../../lifecycle/rules'
import { merchantPermissions } from '../../permissions'
import { editingRefusals, lifecycleRefusals } from '../../refusals'
import { merchantsApi } from '../merchant-queries'
import { resultText } from '../status/merchant-state-text'
import { useMerchantsRefetch } from '../use-merchant-refresh'

const reasons = { ...editingRefusals, ARCHIVED: lifecycleRefusals.ARCHIVED }

/** Pauses and resumes; of a merchant that is not approved yet it is the wish that approval follows. */
export function LiveSwitchField({ merchant }: { merchant: MerchantRecord }) {
  const client = useQueryClient()
  const refetch = useMerchantsRefetch()
  const { role } = useSessionUser()
  const permission = useCan(merchantPermissions, 'merchant.setLive')
  const verdict = decideLiveness(role === adminRole, merchant.status)
  const reason = permission.reason ?? (verdict.ok ? null : reasons[verdict.reason].text)
  const setLive = useMutation({
    ...merchantsApi.setLive.mutationOptions(),
    onSuccess: (saved) => {
      client.setQueryData(merchantsApi.get.queryKey({ input: { merchantId: saved.id } }), saved)
      const wish = saved.status === 'active' ? resultText(saved) : wishText(saved)
      const what = saved.status === 'active' ? 'Live' : 'Live once approved'
      notifySuccess(`${what} switched ${saved.isLive ? 'on' : 'off'}`, wish)
    },
    onError: (error) => notifyError('This could not be changed', verbErrorText(error)),
    onSettled: () => void refetch(),
  })
  // Before that the switch is a wish: nobody can buy anything yet.
  const isApproved = merchant.status === 'active'
  const toggle = () => {
    if (reason !== null || setLive.isPending) return
    setLive.mutate({ merchantId: merchant.id, version: merchant.version, isLive: !merchant.isLive })
  }
  const control = (
    <Switch
      label={isApproved ? 'Live' : 'Live once approved'}
      aria-label={isApproved ? `${merchant.name} is live` : `${merchant.name} goes live once approved`}
      checked={setLive.isPending ? !merchant.isLive : merchant.isLive}
      aria-disabled={reason !== null || undefined}
      aria-description={reason ?? undefined}
      onChange={toggle}
    />
  )
  if (reason === null) return control
  return <Hint text={reason}>{control}</Hint>
}

function wishText({ name, isLive }: MerchantRecord): string {
  return isLive ? `${name} goes live once it is approved.` : `${name} stays closed when it is approved.`
}
