import { IconCheck, IconChevronLeft, IconChevronRight, IconCircleX, IconMessage2 } from '@tabler/icons-react'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { IconButton } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import type { MerchantRecord } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { actionPermissions, stateReason } from '../actions/possible-actions'
import classes from './review-desk.module.css'

type Answer = 'approve' | 'requestChanges' | 'decline'
export type DeskDialog = Answer | 'edit'

interface ReviewActionsFooterProps {
  /** Nothing can be decided before it is loaded. */
  merchant: MerchantRecord | undefined
  onDialog: (dialog: DeskDialog) => void
  onPrevious?: () => void
  onNext?: () => void
}

const answers = [
  { action: 'approve', key: 'a', label: 'Approve', icon: IconCheck, variant: 'primary' },
  { action: 'requestChanges', key: 'r', label: 'Request changes', icon: IconMessage2, variant: 'default' },
  { action: 'decline', key: 'd', label: 'Decline', icon: IconCircleX, variant: 'default' },
] as const

export function ReviewActionsFooter({ merchant, onDialog, onPrevious, onNext }: ReviewActionsFooterProps) {
  const rights = {
    approve: useCan(merchantPermissions, actionPermissions.approve).reason,
    requestChanges: useCan(merchantPermissions, actionPermissions.requestChanges).reason,
    decline: useCan(merchantPermissions, actionPermissions.decline).reason,
  }
  const reasonFor = (action: Answer) =>
    rights[action] ?? (merchant ? stateReason(action, merchant) : 'The merchant is being loaded.')
  const possible = answers.filter(({ action }) => reasonFor(action) === undefined)
  useShortcuts([
    ...possible.map(({ action, key, label }) => ({
      keys: key,
      label,
      section: 'Review desk',
      run: () => onDialog(action),
    })),
    ...(merchant ? [{ keys: 'e', label: 'Edit', section: 'Review desk', run: () => onDialog('edit') }] : []),
  ])
  return (
    <footer className={classes.footer}>
      <span className={classes.answers}>
        {answers.map(({ action, key, label, icon, variant }) => (
          <PermissionButton
            key={action}
            variant={variant}
            icon={icon}
            shortcut={key.toUpperCase()}
            disabledReason={reasonFor(action)}
            onClick={() => onDialog(action)}
          >
            {label}
          </PermissionButton>
        ))}
      </span>
      <span className={classes.steps}>
        <IconButton
          icon={IconChevronLeft}
          variant="default"
          label="Previous merchant"
          disabled={!onPrevious}
          onClick={onPrevious}
        />
        <IconButton
          icon={IconChevronRight}
          variant="default"
          label="Next merchant"
          disabled={!onNext}
          onClick={onNext}
        />
      </span>
    </footer>
  )
}
