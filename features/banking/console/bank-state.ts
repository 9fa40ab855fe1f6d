import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconKeyOff } from '@tabler/icons-react'
import type { Look } from '@quaff/platform/console/display/status-pill'
import type { BankState } from '../contract'

/** `advice`: what to do about it; null when nothing is to be done. */
type StateLook = Look & { advice: string | null }

export const bankStateLooks = {
  none: { tone: 'neutral', icon: IconCircleDashed, label: 'No details yet', advice: null },
  incomplete: {
    tone: 'warn',
    icon: IconAlertTriangle,
    label: 'Incomplete',
    advice: 'Something is missing. Edit the details to complete them.',
  },
  unreadable: { tone: 'danger', icon: IconKeyOff, label: 'Number needed', advice: 'Re-enter your account number.' },
  verified: { tone: 'ok', icon: IconCircleCheck, label: 'On file', advice: null },
} as const satisfies Record<BankState, StateLook>

export const accountTypeWords: Record<string, string> = { checking: 'Checking', savings: 'Savings' }
