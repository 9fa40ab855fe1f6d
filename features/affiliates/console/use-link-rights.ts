import { useCan, useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { affiliatePermissions } from '../permissions'

/** `changeReason` says why not; undefined for a person who may. */
export function useLinkRights() {
  const { allowed: isPlatform } = useCan(affiliatePermissions, 'link.platform')
  const edit = useCan(affiliatePermissions, 'link.edit')
  const { merchantIds } = useSessionUser()
  const { current } = useMerchantSelection()
  return { isPlatform, changeReason: edit.reason ?? undefined, merchant: current ?? undefined, merchantIds }
}
