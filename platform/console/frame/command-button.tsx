import { type ButtonProps, PermissionButton } from '../controls/button'
import type { Command } from './command'
import { useCommands } from './shortcuts'

type CommandButtonProps = Omit<ButtonProps, 'onClick' | 'children'> & { command: Command }

/** The button of something a page can do; the key and the palette do the same as long as it is there. */
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
