import { IconCheck, IconX } from '@tabler/icons-react'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { SignupStatus } from '../contract'
import { reviewLooks } from './review-status-pill-widget'

export type Decision = 'approve' | 'reject'

interface ReviewActionsProps {
  status: SignupStatus
  /** Why it cannot be approved, though nobody has answered it yet. */
  obstacle?: string | null
  onDecide: (decision: Decision) => void
}

const actions = [
  { decision: 'approve', key: 'a', label: 'Approve', icon: IconCheck, variant: 'primary' },
  { decision: 'reject', key: 'r', label: 'Reject', icon: IconX, variant: 'default' },
] as const

/** In the head of a sheet: A and R. What cannot be done says why. */
export function ReviewActions({ status, obstacle = null, onDecide }: ReviewActionsProps) {
  const answered = status === 'submitted' ? undefined : `Already ${reviewLooks[status].label.toLowerCase()}`
  const reasons = { approve: answered ?? obstacle ?? undefined, reject: answered }
  useShortcuts(
    actions
      .filter(({ decision }) => reasons[decision] === undefined)
      .map(({ decision, key, label }) => ({ keys: key, label, section: 'Record', run: () => onDecide(decision) })),
    'overlay',
  )
  return (
    <div className="q-row q-wrap">
      {actions.map(({ decision, key, label, icon, variant }) => (
        <PermissionButton
          key={decision}
          size="sm"
          icon={icon}
          shortcut={key.toUpperCase()}
          variant={variant}
          disabledReason={reasons[decision]}
          onClick={() => onDecide(decision)}
        >
          {label}
        </PermissionButton>
      ))}
    </div>
  )
}
