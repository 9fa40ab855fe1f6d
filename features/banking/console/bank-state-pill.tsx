import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { BankState } from '../contract'
import { bankStateLooks } from './bank-state'

export function BankStatePill({ state }: { state: BankState }) {
  const { tone, icon, word } = bankStateLooks[state]
  return (
    <StatusPill tone={tone} icon={icon}>
      {word}
    </StatusPill>
  )
}
