import { type ButtonProps, PermissionButton } from '../controls/button'
import type { Command } from './command'
import { useCommands } from './shortcuts'

type CommandButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & { command: Command }

/** A button for a page command, which its shortcut and the palette offer too. */
export function CommandButton({ command, variant, ...rest }: CommandButtonProps) {
  const { label, icon, keys, because, run } = command
  useCommands([command])
  return (
    <PermissionButton
      {...rest}
      variant={because === undefined ? variant : 'default'}
      icon={icon}
      shortcut={because === undefined ? keys?.toUpperCase() : undefined}
      disabledReason={because}
      onClick={run}
    >
      {label}
    </PermissionButton>
  )
}
