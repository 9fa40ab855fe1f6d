import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { LinkState } from '../contract'
import { stateLooks } from './link-looks'

export function LinkStatusPill({ state }: { state: LinkState }) {
  const { label, tone, icon } = stateLooks[state]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}
