import type { FormEventHandler, ReactNode } from 'react'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { Notice } from '../display/notice'
import type { IconLike } from '../theme/glyph'
import { GuardedFooter, type CloseGuard } from './close-guard'

interface FormDialogProps {
  guard: CloseGuard
  title: string
  description?: string
  size?: 'default' | 'wide'
  button: string
  icon?: IconLike
  danger?: boolean
  /** Nothing can be sent in this state, for a reason that the dialog says. */
  blocked?: boolean
  busy: boolean
  /** Where the verb itself is called so: "Keep" beside "Cancel invitation". */
  cancel?: string
  /** Why it was refused, and what was: "The form was not deleted". */
  problem?: string
  refused?: string
  /** Of somebody who was faster. */
  notice?: ReactNode
  children?: ReactNode
  onSubmit: FormEventHandler<HTMLFormElement>
}

/** The frame of a dialog that sends something: refusals stand above what was typed, which stays. */
export function FormDialog(props: FormDialogProps) {
  const { guard, title, description, size, button, icon, danger, blocked, busy, cancel = 'Cancel' } = props
  return (
    <Dialog
      opened
      size={size}
      onClose={guard.close}
      title={title}
      description={description}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked && !guard.asking) props.onSubmit(event)
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>{cancel}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            icon={icon}
            // Nothing else could take the focus, and one key confirms what can be taken back.
            data-autofocus={(!danger && !props.children) || undefined}
            loading={busy}
            disabled={blocked}
          >
            {button}
          </Button>
        </GuardedFooter>
      }
    >
      {props.notice}
      {props.problem !== undefined && (
        <Notice tone="danger" title={props.refused} announce>
          {props.problem}
        </Notice>
      )}
      {props.children}
    </Dialog>
  )
}
