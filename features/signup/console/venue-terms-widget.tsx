import { useQuery } from '@tanstack/react-query'
import { termsText } from '@quaff/features/marketing/legal-contract'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateText } from '@quaff/platform/console/display/formats'
import { SkeletonText } from '@quaff/platform/console/display/panel'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { signupApi } from './signup-queries'

export function VenueTerms({ merchantId }: { merchantId: string }) {
  const timeZone = useTimeZone()
  const signup = useQuery(signupApi.ofMerchant.queryOptions({ input: { merchantId } }))
  if (signup.isPending) return <SkeletonText lines={1} />
  if (signup.isError) return <p className="q-secondary">{errorText(signup.error, unreachableText)}</p>
  if (signup.data === null)
    return <p className="q-secondary">Not recorded. This merchant didn’t apply on the partner pages.</p>
  const { id, termsVersion, createdAt } = signup.data
  return (
    <p>
      {termsVersion === null ? 'Accepted, version not recorded' : termsText(termsVersion)}.{' '}
      <AppLink className="q-link" to={`/applications?id=${id}`}>
        Application from <DateText value={createdAt} timeZone={timeZone} />
      </AppLink>
    </p>
  )
}
