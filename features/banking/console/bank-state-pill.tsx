import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { BankState } from '../contract'
import { bankStateLooks } from './bank-state'

export const BankStatePill = ({ state }: { state: BankState }) => <LookPill look={bankStateLooks[state]} />
