import type { MouseEvent } from 'react'
import { isPlainClick } from '@quaff/platform/console/list/table/title-cell'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import { useMerchantSelection, useNavigateIfHere, type SelectedMerchant } from './session-widget'

/** Props of a link to a page of one merchant. A click selects the merchant here; a new tab selects it by the address. */
export function useMerchantLink(onFollow?: () => void) {
  const { current, selectMerchant } = useMerchantSelection()
  const startVisit = useNavigateIfHere()
  return (merchant: SelectedMerchant, path: string) => ({
    to: merchantPage(path, merchant.id),
    onClick: (event: MouseEvent) => {
      onFollow?.()
      if (!isPlainClick(event)) return
      event.preventDefault()
      if (merchant.id !== current?.id) selectMerchant(merchant)
      startVisit().navigate(path)
    },
  })
}
