import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { AppLink } from '../frame/app-link'
import { Glyph, type IconLike } from '../theme/glyph'
import { Hint } from './hint'
import classes from './button.module.css'

type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger'
type ButtonSize = 'md' | 'sm'

interface ButtonStyle {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconLike
  /** Key shown beside the word, not bound here. */
  shortcut?: string
  /** On phones only the icon is rendered; screen readers still read the label. */
  iconOnPhone?: boolean
  fullWidth?: boolean
}

export type ButtonProps = ButtonStyle & { loading?: boolean } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    'children'
  > & { children: ReactNode; ref?: React.Ref<HTMLButtonElement> }

function buttonClass({ variant = 'default', size = 'md', fullWidth, iconOnPhone }: ButtonStyle, extra?: string) {
  return [
    classes.button,
    classes[variant],
    size === 'sm' && classes.sm,
    fullWidth && classes.full,
    iconOnPhone && classes.iconOnPhone,
    extra,
  ]
    .filter(Boolean)
    .join(' ')
}

export function Button({
  variant,
  size,
  icon,
  shortcut,
  fullWidth,
  iconOnPhone,
  loading,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-busy={loading || undefined}
      data-variant={variant}
      className={buttonClass({ variant, size, fullWidth, iconOnPhone }, className)}
      onClick={loading ? (event) => event.preventDefault() : rest.onClick}
    >
      {loading ? <span className={classes.spinner} aria-hidden /> : icon && <Glyph icon={icon} />}
      {children}
      {shortcut && <kbd className={`q-kbd q-not-phone ${classes.key}`}>{shortcut}</kbd>}
    </button>
  )
}

type ButtonLinkProps = Omit<ButtonStyle, 'shortcut'> & {
  to: string
  state?: object
  children: ReactNode
  onClick?: (event: MouseEvent) => void
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function ButtonLink({ to, state, children, icon, onClick, ...meta }: ButtonLinkProps) {
  return (
    <AppLink
      to={to}
      state={state}
      data-variant={meta.variant ?? 'default'}
      className={buttonClass(meta)}
      onClick={onClick}
    >
      {icon && <Glyph icon={icon} />}
      {children}
    </AppLink>
  )
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'fullWidth' | 'iconOnPhone'> & {
  icon: IconLike
  label: string
  iconSize?: number
}

export function IconButton({
  icon,
  label,
  iconSize = 16,
  variant = 'quiet',
  size,
  className,
  loading,
  type = 'button',
  shortcut: _shortcut,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, size }, `${classes.square} ${className ?? ''}`)}
    >
      {loading ? <span className={classes.spinner} aria-hidden /> : <Glyph icon={icon} size={iconSize} />}
    </button>
  )
}

type PermissionButtonProps = ButtonProps & {
  /** Why this may not be done; the button stays in the tab order, so that the reason can be read. */
  disabledReason?: string
}

export function PermissionButton({ disabledReason, onClick, ...rest }: PermissionButtonProps) {
  if (disabledReason === undefined) return <Button {...rest} onClick={onClick} />
  return (
    <Hint text={disabledReason}>
      <Button
        {...rest}
        type="button"
        aria-disabled="true"
        aria-description={disabledReason}
        onClick={(event) => event.preventDefault()}
      />
    </Hint>
  )
}
