import { Button, type ButtonProps } from '../controls/button'
import { Hint } from '../controls/hint'

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
