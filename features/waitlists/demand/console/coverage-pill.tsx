import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { Coverage } from '../contract'
import { coverageLooks } from './area-looks'

export function CoveragePill({ coverage }: { coverage: Coverage }) {
  const { label, tone, icon } = coverageLooks[coverage]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}
