import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { roleReason, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { IconButton } from '@quaff/platform/console/controls/button'
import type { Command } from '@quaff/platform/console/frame/commands/command'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { useCommands } from '@quaff/platform/console/frame/shortcuts'
import { merchantCommands, stateReason } from '../../console/merchant-commands-widget'
import type { MerchantRecord } from '../../contract'
import { merchantPermissions } from '../../permissions'
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
  { action: 'approve', keys: 'a', variant: 'primary' },
  { action: 'requestChanges', keys: 'r', variant: 'default' },
  { action: 'decline', keys: 'd', variant: 'default' },
] as const

export function ReviewActionsFooter({ merchant, onDialog, onPrevious, onNext }: ReviewActionsFooterProps) {
  const { role } = useSessionUser()
  const commandOf = (action: DeskDialog, keys: string, because: string | undefined): Command => {
    const { label, icon } = merchantCommands.commands[action]
    return { id: `merchant.${action}`, label, icon, keys, because, of: merchant, run: () => onDialog(action) }
  }
  const reasonFor = (action: Answer) =>
    roleReason(merchantPermissions, `merchant.${action}`, role) ??
    (merchant ? stateReason(action, merchant) : 'Loading…')
  useCommands(merchant ? [commandOf('edit', 'e', undefined)] : [])
  return (
    <footer className={classes.footer}>
      <span className={classes.answers}>
        {answers.map(({ action, keys, variant }) => (
          <CommandButton key={action} variant={variant} command={commandOf(action, keys, reasonFor(action))} />
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
