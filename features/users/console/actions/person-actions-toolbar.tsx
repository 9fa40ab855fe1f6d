import { IconDots } from '@tabler/icons-react'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { IconButton } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { nameOf } from '../list/user-columns'
import { actionLabel, actionWords, shortLabel } from './action-words'
import type { OfferedAction, Person, PersonAction } from './possible-actions'
import { useOfferedActions } from './use-offered-actions'

interface PersonToolbarProps {
  person: Person
  onAction: (action: PersonAction, person: Person) => void
}

const RESEND_KEY = 'r'
/** As many as fit beside each other; what comes after stands in the menu. */
const BUTTONS = 2
/** What somebody's state waits for; nothing else is urgent enough to stand out. */
const awaited: readonly PersonAction[] = ['resendInvitation', 'approve', 'reactivate']

/** Over the open person: what their state asks for first, each guard as the reason on its control. */
export function PersonToolbar({ person, onAction }: PersonToolbarProps) {
  const offered = useOfferedActions(person)
  const buttons = offered
    .filter(({ action }) => action !== 'delete' && action !== 'removeFromMerchant')
    .slice(0, BUTTONS)
  const rest = offered.filter((one) => !buttons.includes(one) && !one.isBeyondRole)
  const mayResend = offered.some(({ action, reason }) => action === 'resendInvitation' && reason === undefined)
  const run = (action: PersonAction) => onAction(action, person)
  useShortcuts(
    mayResend
      ? [{ keys: RESEND_KEY, label: 'Resend invitation', section: 'Record', run: () => run('resendInvitation') }]
      : [],
    'overlay',
  )
  return (
    <div className="q-row q-wrap">
      {buttons.map(({ action, reason }, index) => (
        <PermissionButton
          key={action}
          variant={index === 0 && reason === undefined && awaited.includes(action) ? 'primary' : 'default'}
          icon={actionWords[action].icon}
          shortcut={action === 'resendInvitation' && mayResend ? 'R' : undefined}
          disabledReason={reason}
          onClick={() => run(action)}
        >
          {shortLabel(action)}
        </PermissionButton>
      ))}
      <ActionMenu
        label={`More actions for ${nameOf(person)}`}
        items={rest.map((one, index) => itemOf(one, index, run))}
        target={<IconButton icon={IconDots} label={`More actions for ${nameOf(person)}`} variant="default" />}
      />
    </div>
  )
}

function itemOf({ action, reason }: OfferedAction, index: number, run: (action: PersonAction) => void) {
  return {
    id: action,
    label: actionLabel(action),
    icon: actionWords[action].icon,
    danger: action === 'delete',
    separated: action === 'delete' && index > 0,
    disabledReason: reason,
    onSelect: () => run(action),
  }
}
