import type { ReactNode } from 'react'
import { totalText } from '@quaff/platform/shared/pagination'
import { type ButtonProps, PermissionButton } from '../controls/button'
import { formatCount } from '../display/formats'
import type { Command } from './command'
import { useCommands } from './shortcuts'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: ReactNode
  /** Links beside the title that are no part of its name. */
  beside?: ReactNode
  count?: number | undefined
  /** Instead of a count: of a list, which counts only so many. */
  total?: number
  description?: ReactNode
  /** Primary button last. */
  actions?: ReactNode
}

export function PageHeader({ title, beside, count, total, description, actions }: PageHeaderProps) {
  // An empty list says so itself.
  const shown = (count && formatCount(count)) || (total && totalText(total))
  return (
    <div className={classes.header} data-page-header>
      <div className={classes.words}>
        <div className="q-row">
          <h1 className="q-h1">
            {title}
            {shown ? <span className={`q-num ${classes.count}`}> {shown}</span> : null}
          </h1>
          {beside}
        </div>
        {description && <p className="q-secondary">{description}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

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
