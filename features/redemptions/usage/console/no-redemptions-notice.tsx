import { IconGlassFull } from '@tabler/icons-react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'

export function NoRedemptionsNotice() {
  return (
    <Panel flush>
      <EmptyState
        icon={IconGlassFull}
        title="No redemptions yet – print the counter kit"
        text="Drinks appear here as they are redeemed. The counter kit tells guests how."
        action={<ButtonLink to="/locations">Go to locations</ButtonLink>}
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
        text="Drinks of all merchants appear here as they are redeemed."
      />
    </Panel>
  )
}
