import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { StatusPill } from '@quaff/platform/console/display/status-pill'

/** Whether the sender has shown the code that was mailed to the address. */
export function AddressPill({ isProved }: { isProved: boolean }) {
  return isProved ? (
    <StatusPill tone="ok" icon={IconMailCheck}>
      Verified
    </StatusPill>
  ) : (
    <StatusPill tone="neutral" icon={IconMailQuestion}>
      Unverified
    </StatusPill>
  )
}
