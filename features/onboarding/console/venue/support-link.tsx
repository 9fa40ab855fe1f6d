import { useQuery } from '@tanstack/react-query'
import { defaultSupportAddress } from '@quaff/features/marketing/pages/contract'
import type { settingsContract } from '@quaff/features/settings/contract'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { createApi } from '@quaff/platform/console/rpc'
import { mailAddress } from '@quaff/platform/shared/safe-address'

const settingsApi = createApi<typeof settingsContract>('settings')
const SETTLED_MS = 5 * 60_000

/** The support address of the platform settings, as the public pages show it. */
export function SupportLink() {
  const { data, isPending } = useQuery({ ...settingsApi.public.queryOptions(), staleTime: SETTLED_MS })
  if (isPending) return <span aria-busy>…</span>
  const address = data?.supportAddress ?? defaultSupportAddress
  return (
    <AppLink to={mailAddress(address)} className="q-link">
      {address}
    </AppLink>
  )
}
