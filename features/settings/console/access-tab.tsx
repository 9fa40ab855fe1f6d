import { useQuery } from '@tanstack/react-query'
import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-options-widget'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { inWords } from '@quaff/platform/shared/readable-text'
import { RightsList } from './rights-list'

/** What oneself may do, where, and whom to ask for the rest. */
export function AccessTab() {
  const { role, merchantIds } = useSessionUser()
  const { canViewAllMerchants, canViewMerchantIds, canManageAdmins } = permissionsFor(role, merchantIds)
  const merchants = useQuery({
    ...merchantsApi.options.queryOptions({ input: {} }),
    enabled: !canViewAllMerchants && canViewMerchantIds.length > 0,
  })
  const merchantText = canViewAllMerchants ? (
    <AppLink className="q-link" to="/merchants">
      All merchants
    </AppLink>
  ) : (
    inWords(merchants.data?.map(({ name }) => name) ?? []) || 'None yet. Ask an administrator.'
  )
  return (
    <>
      <Panel
        title="My role"
        loading={merchants.isLoading}
        what={merchants.isError ? 'your merchants' : undefined}
        onRetry={() => void merchants.refetch()}
      >
        <div className="q-grid-2">
          <KeyValue
            items={[
              { label: 'Role', value: roleTitle(role) },
              { label: 'Access', value: describeRole(role) },
            ]}
          />
          <KeyValue
            items={[
              { label: 'Merchants', value: merchantText },
              { label: 'Managed by', value: canManageAdmins ? 'Another administrator' : 'An administrator' },
            ]}
          />
        </div>
      </Panel>
      <RightsList role={role} />
    </>
  )
}
