import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconKeyOff } from '@tabler/icons-react'
import type { Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { BankState } from '../contract'

interface StateLook {
  tone: Tone
  icon: IconLike
  word: string
  /** What to do about it; null when nothing is to be done. */
  advice: string | null
}

export const bankStateLooks = {
  none: { tone: 'neutral', icon: IconCircleDashed, word: 'No details yet', advice: null },
  incomplete: {
    tone: 'warn',
    icon: IconAlertTriangle,
    word: 'Incomplete',
    advice: 'Something that a payout needs is missing. Edit the details and save them to complete them.',
  },
  unreadable: {
    tone: 'danger',
    icon: IconKeyOff,
    word: 'Number needed again',
    advice: 'The account number on file can no longer be opened. Edit the details and enter it again.',
  },
  verified: { tone: 'ok', icon: IconCircleCheck, word: 'On file', advice: null },
} as const satisfies Record<BankState, StateLook>

export const accountTypeWords: Record<string, string> = { checking: 'Checking', savings: 'Savings' }
