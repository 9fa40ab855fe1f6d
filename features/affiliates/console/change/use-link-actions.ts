import { useState } from 'react'
import type { AffiliateLink } from '../../contract'
import { copyAddress } from '../copy-address-button'
import type { LinkAction } from '../link-commands-widget'

export type AskedAction = { action: Exclude<LinkAction, 'copy'>; link: AffiliateLink }

export function useLinkActions() {
  const [asked, setAsked] = useState<AskedAction>()
  return {
    asked,
    start: (action: LinkAction, link: AffiliateLink) => {
      if (action === 'copy') void copyAddress(link.address)
      else setAsked({ action, link })
    },
    close: () => setAsked(undefined),
  }
}
export type StartLinkAction = ReturnType<typeof useLinkActions>['start']
