import { useQuery } from '@tanstack/react-query'
import { setupSteps } from '../contract'
import { dashboardApi } from './dashboard-queries'
import { SetupView } from './merchant/setup-view'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Panel } from '@quaff/platform/console/display/panel'

const nothingDone = setupSteps.map((step) => ({ step, done: false }))

/** The five steps with their state, for the onboarding hub; a read-only preview where no merchant is chosen. */
export function SetupGuide() {
  const user = useSessionUser()
  const { current } = useMerchantSelection()
  const personName = user.displayName || user.email
  const overview = useQuery(
    dashboardApi.merchantOverview.queryOptions({ input: { merchantId: current?.id ?? '' }, enabled: current !== null }),
  )

  if (!current) return <SetupView merchantName="a merchant" personName={personName} setup={nothingDone} readOnly />
  if (overview.isPending) return <Panel loading />
  if (!overview.data)
    return <Panel error="The setup guide could not be loaded" onRetry={() => void overview.refetch()} />
  return (
    <SetupView
      merchantName={overview.data.merchant.name}
      personName={personName}
      setup={overview.data.setup}
      readOnly={user.role === 'merchant_viewer'}
    />
  )
}
