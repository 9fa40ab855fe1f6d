import { IconGlassFull } from '@tabler/icons-react'
import { SetupLink } from '@quaff/features/sessions/console/setup-link-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'

export function NoRedemptionsNotice() {
  return (
    <Panel flush>
      <EmptyState
        icon={IconGlassFull}
        title="No redemptions yet – print the counter kit"
        text="Redemptions appear here. The counter kit shows guests how to redeem."
        action={<SetupLink to="/locations">Go to locations</SetupLink>}
      />
    </Panel>
  )
}

export function NoRedemptionsAnywhere() {
  return (
    <Panel flush>
      <EmptyState
        icon={IconGlassFull}
        title="No redemptions yet"
        text="Redemptions from all merchants appear here."
        action={<ButtonLink to="/merchants">View merchants</ButtonLink>}
      />
    </Panel>
  )
}
