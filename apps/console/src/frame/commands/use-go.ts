import { useRouter } from '@tanstack/react-router'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'

/** To an address as it is seen in a view: of all merchants, or of the one that a record belongs to. */
export function useGo() {
  const { history } = useRouter()
  const { current, selectAll, selectMerchant } = useMerchantSelection()
  return {
    to: (address: string) => history.push(address),
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
