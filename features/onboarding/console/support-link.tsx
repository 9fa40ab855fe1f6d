import { useQuery } from '@tanstack/react-query'
import type { settingsContract } from '@quaff/features/settings/contract'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { createApi } from '@quaff/platform/console/rpc'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { mailAddress } from '@quaff/platform/shared/safe-address'

const settingsApi = createApi<typeof settingsContract>('settings')
const SETTLED_MS = 5 * 60_000

/** A sentence that ends with the support address of the platform settings. Renders nothing without one. */
export function SupportLink({ lead }: { lead: string }) {
  const { data, isPending } = useQuery({ ...settingsApi.public.queryOptions(), staleTime: SETTLED_MS })
  if (isPending) return <span aria-busy>…</span>
  const address = data?.supportAddress ?? null
  if (address === null) return null
  return (
    <>
      {lead}
      <AppLink to={mailAddress(address)} className="q-link">
        {readableEmail(address)}
      </AppLink>
    </>
  )
}
