import { IconBell } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { bellLabel } from '../rules'
import classes from './bell.module.css'

/** What the popover adds to its target goes to the button. */
interface BellButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  newCount: number
  opened: boolean
  ref?: Ref<HTMLButtonElement>
}

export function BellButton({ newCount, opened, className = '', ...rest }: BellButtonProps) {
  return (
    <Button
      {...rest}
      variant="quiet"
      className={`${classes.bell} ${className}`}
      aria-label={bellLabel(newCount)}
      aria-haspopup="dialog"
      aria-expanded={opened}
    >
      <Glyph icon={IconBell} size={18} />
      {newCount > 0 && (
        <span className={classes.count} aria-hidden>
          {newCount > 9 ? '9+' : newCount}
        </span>
      )}
    </Button>
  )
}
