import { IconCheck, IconX } from '@tabler/icons-react'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { SignupStatus } from '../contract'
import { reviewStatusMeta } from './review-status-pill-widget'

export type Decision = 'approve' | 'reject'

interface ReviewActionsProps {
  status: SignupStatus
  /** Why a pending one cannot be approved. */
  obstacle?: string | null
  onDecide: (decision: Decision) => void
}

const actions = [
  { decision: 'approve', key: 'a', label: 'Approve', icon: IconCheck, variant: 'primary' },
  { decision: 'reject', key: 'r', label: 'Reject', icon: IconX, variant: 'default' },
] as const

/** Buttons in a sheet's header, with shortcuts A and R. Disabled ones show the reason. */
export function ReviewActions({ status, obstacle = null, onDecide }: ReviewActionsProps) {
  const answered = status === 'submitted' ? undefined : `Already ${reviewStatusMeta[status].label.toLowerCase()}`
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
