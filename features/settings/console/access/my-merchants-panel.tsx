import { useQuery } from '@tanstack/react-query'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'

const title = 'My merchants'

export function MyMerchantsPanel() {
  const { role, merchantIds } = useSessionUser()
  const { canViewAllMerchants, canViewMerchantIds } = permissionsFor(role, merchantIds)
  if (canViewAllMerchants) {
    return (
      <Panel title={title}>
        <p className="q-secondary">
          All merchants.{' '}
          <AppLink className="q-link" to="/merchants">
            Open merchants
          </AppLink>
        </p>
      </Panel>
    )
  }
  if (canViewMerchantIds.length === 0) {
    return (
      <Panel title={title}>
        <p className="q-secondary">None assigned. An administrator can assign one.</p>
      </Panel>
    )
  }
  return <AssignedMerchantsPanel />
}

function AssignedMerchantsPanel() {
  const merchants = useQuery(merchantsApi.options.queryOptions({ input: {} }))
  return (
    <Panel
      title={title}
      loading={merchants.isPending}
      error={merchants.data ? undefined : 'Your merchants could not be loaded.'}
      onRetry={() => void merchants.refetch()}
    >
      <ul className="q-stack-tight">
        {merchants.data?.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </Panel>
  )
}
