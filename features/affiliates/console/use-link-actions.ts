import { useState } from 'react'
import { useCan, useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { now } from '@quaff/platform/console/clock'
import { copyLink } from '@quaff/platform/console/display/panel'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import type { AffiliateLink, LinkStatus } from '../contract'
import { affiliatePermissions } from '../permissions'
import { linkStateAt } from '../rules'
import { affiliatesApi } from './affiliate-queries'
import type { LinkAction } from './link-commands-widget'
import { shortAddress } from './link-text'

export type PendingAction = { action: Exclude<LinkAction, 'copy' | 'archive' | 'restore'>; link: AffiliateLink }

export function useLinkActions() {
  const [pendingAction, setPendingAction] = useState<PendingAction>()
  const archiving = useWrite<AffiliateLink, LinkStatus>({
    call: ({ id: linkId, version }, status) =>
      affiliatesApi.setArchived.call({ linkId, version, archived: status === 'archived' }),
    keys: [affiliatesApi.key()],
    next: (status, { startsAt, endsAt }) => ({ state: linkStateAt({ status, startsAt, endsAt }, now()) }),
    failed: 'Couldn’t update the link',
    done: (saved, status) => ({
      title: status === 'archived' ? 'Link archived' : 'Link restored',
      message:
        status === 'archived'
          ? `${shortAddress(saved.address)} now opens the general page`
          : `${shortAddress(saved.address)} opens its destination again`,
      undo: () => archiving.run(saved, status === 'archived' ? 'active' : 'archived'),
    }),
  })
  return {
    pendingAction,
    start: (action: LinkAction, link: AffiliateLink) => {
      if (action === 'copy') void copyLink(link.address)
      else if (action === 'archive' || action === 'restore')
        archiving.run(link, action === 'archive' ? 'archived' : 'active')
      else setPendingAction({ action, link })
    },
    close: () => setPendingAction(undefined),
  }
}
export type StartLinkAction = ReturnType<typeof useLinkActions>['start']

/** `changeReason` is undefined if the user may edit links. */
export function useLinkRights() {
  const { allowed: isPlatform } = useCan(affiliatePermissions, 'link.platform')
  const edit = useCan(affiliatePermissions, 'link.edit')
  const { merchantIds } = useSessionUser()
  const { current } = useMerchantSelection()
  return { isPlatform, changeReason: edit.reason ?? undefined, merchant: current ?? undefined, merchantIds }
}
