import { useRouter } from '@tanstack/react-router'
import { useMerchantSelection, type SelectedMerchant } from '@quaff/features/sessions/console/session-widget'
import { isGlobalPage } from '../route-access'

/** To an address as it is seen in a view: of all merchants, or of the one that a record belongs to. */
export function useGo() {
  const { history } = useRouter()
  const { current, selectAll, selectMerchant } = useMerchantSelection()
  return {
    to: (address: string) => history.push(address),
    /** After a switch: the open record, the filters and the search were those of the merchant before. */
    stay: (merchant: SelectedMerchant | null) => {
      const { pathname, search } = history.location
      if (merchant && isGlobalPage(pathname)) return history.push('/dashboard')
      const tab = new URLSearchParams(search).get('tab')
      history.replace(tab === null ? pathname : `${pathname}?${new URLSearchParams({ tab })}`)
    },
    toAll: (address: string) => {
      if (current) selectAll()
      history.push(address)
    },
    toMerchant: ({ merchantId, merchantName }: { merchantId: string; merchantName: string }, address: string) => {
      if (current?.id !== merchantId) selectMerchant({ id: merchantId, name: merchantName, logoUrl: null })
      history.push(address)
    },
  }
}
