import { useCan, useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { affiliatePermissions } from '../permissions'

const noMerchant = 'Links belong to a merchant, and you have none yet.'

/** `changeReason` and `createReason` say why not; undefined where one may. */
export function useLinkRights() {
  const { allowed: isPlatform } = useCan(affiliatePermissions, 'link.platform')
  const edit = useCan(affiliatePermissions, 'link.edit')
  const { merchantIds } = useSessionUser()
  const { current } = useMerchantSelection()
  const changeReason = edit.reason ?? undefined
  const hasMerchant = isPlatform || merchantIds.length > 0
  return {
    isPlatform,
    changeReason,
    createReason: changeReason ?? (hasMerchant ? undefined : noMerchant),
    /** The chosen merchant; an application is none yet. */
    merchant: current && !current.temporary ? current : undefined,
    merchantIds,
  }
}
