import { IconDots } from '@tabler/icons-react'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandFacts } from '@quaff/features/sessions/console/session-widget'
import { IconButton } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { offeredOf } from '@quaff/platform/console/frame/commands/command'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { nameOf, userCommands, type Person, type PersonAction } from './user-commands-widget'

interface PersonToolbarProps {
  person: Person
  onAction: (action: PersonAction, person: Person) => void
}

/** As many as fit beside each other; what comes after stands in the menu. */
const BUTTONS = 2
/** What somebody's state waits for; nothing else is urgent enough to stand out. */
const awaited: readonly PersonAction[] = ['resendInvitation', 'approve', 'reactivate']
const inMenu: readonly PersonAction[] = ['delete', 'removeFromMerchant']

/** Over the open person: what their state asks for first, each guard as the reason on its control. */
export function PersonToolbar({ person, onAction }: PersonToolbarProps) {
  const facts = useCommandFacts()
  useRecordCommands(userCommands, person, facts, onAction)
  const buttons = offeredOf(userCommands, person, facts)
    .filter(({ name }) => !inMenu.includes(name))
    .slice(0, BUTTONS)
  return (
    <div className="q-row q-wrap">
      {buttons.map(({ name, label, short, icon, keys, because }, index) => (
        <PermissionButton
          key={name}
          variant={index === 0 && because === undefined && awaited.includes(name) ? 'primary' : 'default'}
          icon={icon}
          shortcut={because === undefined ? keys?.toUpperCase() : undefined}
          disabledReason={because}
          onClick={() => onAction(name, person)}
        >
          {short ?? label}
        </PermissionButton>
      ))}
      <RecordMenu
        set={userCommands}
        row={person}
        onRun={onAction}
        without={buttons.map(({ name }) => name)}
        target={<IconButton icon={IconDots} label={`More actions for ${nameOf(person)}`} variant="default" />}
      />
    </div>
  )
}
