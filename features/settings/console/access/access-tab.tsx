import { describeRole, roleTitle } from '@quaff/features/accounts/rules'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { Panel } from '@quaff/platform/console/display/panel'
import { MyMerchantsPanel } from './my-merchants-panel'
import { PermissionMatrixTable } from './permission-matrix-table'

/** What oneself may do, and where. */
export function AccessTab() {
  const { role } = useSessionUser()
  return (
    <>
      <Panel title="My role">
        <KeyValue
          items={[
            { label: 'Role', value: roleTitle(role) },
            { label: 'Meaning', value: describeRole(role) },
          ]}
        />
      </Panel>
      <MyMerchantsPanel />
      <PermissionMatrixTable role={role} />
    </>
  )
}
