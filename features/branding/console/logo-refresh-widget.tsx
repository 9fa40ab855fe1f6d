import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLiveEvents, useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { brandingApi } from './branding-queries'

/**
 * Renders nothing. Updates the stored name and logo of the chosen merchant, so that the switcher never shows a
 * changed or removed logo.
 */
export function LogoRefresh() {
  const { current, selectMerchant } = useMerchantSelection()
  const queryClient = useQueryClient()
  const merchantId = current && !current.temporary ? current.id : null
  const { data } = useQuery({
    ...brandingApi.get.queryOptions({ input: { merchantId: merchantId ?? '' } }),
    enabled: merchantId !== null,
  })
  useLiveEvents(['merchant'], ({ subjectId }) => {
    if (subjectId === merchantId) void queryClient.invalidateQueries({ queryKey: brandingApi.key() })
  })
  useEffect(() => {
    if (!data || !current || data.merchantId !== current.id) return
    const { merchantName: name, shownLogoUrl: logoUrl } = data
    if (name !== current.name || logoUrl !== current.logoUrl) selectMerchant({ ...current, name, logoUrl })
  }, [data, current, selectMerchant])
  return null
}
