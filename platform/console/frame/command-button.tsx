import { type ButtonProps, PermissionButton } from '../controls/button'
import type { Command } from './command'
import { useCommands } from './shortcuts'

type CommandButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & { command: Command }

/** A button for a page command, which its shortcut and the palette offer too. */
export function CommandButton({ command, variant, ...rest }: CommandButtonProps) {
  const { label, icon, keys, disabledReason, run } = command
  useCommands([command])
  return (
    <PermissionButton
      {...rest}
      variant={disabledReason === undefined ? variant : 'default'}
      icon={icon}
      shortcut={disabledReason === undefined ? keys?.toUpperCase() : undefined}
      disabledReason={disabledReason}
      onClick={run}
    >
      {label}
    </PermissionButton>
  )
}
