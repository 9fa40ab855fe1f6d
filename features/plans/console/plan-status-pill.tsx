import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { StatusPill } from '@quaff/platform/console/display/status-pill'

export function PlanStatusPill({ active }: { active: boolean }) {
  return (
    <StatusPill tone={active ? 'ok' : 'neutral'} icon={active ? IconCircleCheck : IconCircleMinus}>
      {active ? 'Active' : 'Inactive'}
    </StatusPill>
  )
}
