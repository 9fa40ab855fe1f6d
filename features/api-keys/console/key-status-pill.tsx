import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { KeyState } from '../contract'
import { stateLooks } from './key-looks'

export function KeyStatusPill({ state }: { state: KeyState }) {
  const { label, tone, icon } = stateLooks[state]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}
