import { Tooltip } from '@mantine/core'
import { Button, type ButtonProps } from '../controls/button'

type PermissionButtonProps = ButtonProps & {
  /** Why this may not be done; the button stays in the tab order, so that the reason can be read. */
  disabledReason?: string
}

export function PermissionButton({ disabledReason, onClick, ...rest }: PermissionButtonProps) {
  if (disabledReason === undefined) return <Button {...rest} onClick={onClick} />
  return (
    <Tooltip label={disabledReason} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...rest}
        type="button"
        aria-disabled="true"
        aria-description={disabledReason}
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  )
}
