import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { ImportState } from '../runs-contract'
import { stateLooks } from './import-looks'

export function ImportStatePill({ state }: { state: ImportState }) {
  const { label, tone, icon } = stateLooks[state]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}
