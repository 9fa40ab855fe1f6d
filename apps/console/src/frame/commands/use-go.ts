import { useRouter } from '@tanstack/react-router'
import { useMerchantSelection, type SelectedMerchant } from '@quaff/features/sessions/console/session-widget'
import { isGlobalPage } from '../route-access'

/** Navigates within the right scope: all merchants, or the merchant of the record. */
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
