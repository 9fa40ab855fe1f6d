import type { FormEvent, ReactNode } from 'react'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { FaultNotice } from '../display/notice'
import type { IconLike } from '../theme/glyph'
import { GuardedFooter, type CloseGuard } from './close-guard'

interface FormDialogProps {
  title: string
  description?: string
  size?: 'default' | 'wide'
  guard: CloseGuard
  saving: { busy: boolean; problem: string | undefined; submit: (event?: FormEvent<HTMLFormElement>) => void }
  /** Heads the problem: "Couldn’t save the link". */
  failed?: string
  /** Below the fields, as who was first. */
  notice?: ReactNode
  button: ReactNode
  icon?: IconLike
  danger?: boolean
  /** Nothing can be sent in this state, for a reason that the dialog says. */
  blocked?: boolean
  /** Where the verb itself is called so: "Keep" beside "Cancel invitation". */
  cancel?: string
  /** In place of the button that closes. */
  before?: ReactNode
  children?: ReactNode
}

/** The frame of a dialog that sends what is typed: refusals inline, and nothing typed is lost by closing. */
export function FormDialog(props: FormDialogProps) {
  const { guard, saving, failed, notice, button, danger = false, blocked = false, cancel = 'Cancel', children } = props
  return (
    <Dialog
      opened
      size={props.size}
      onClose={guard.close}
      title={props.title}
      description={props.description}
      keepOnOutsideClick
      onSubmit={(event) => {
        if (!blocked && !guard.asking) saving.submit(event)
      }}
      footer={
        <GuardedFooter guard={guard}>
          {props.before ?? <Button onClick={guard.close}>{cancel}</Button>}
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            icon={props.icon}
            loading={saving.busy}
            disabled={blocked}
            // Nothing else could take the focus, and one key confirms what can be taken back.
            data-autofocus={(!danger && !children) || undefined}
          >
            {button}
          </Button>
        </GuardedFooter>
      }
    >
      <FaultNotice title={failed} text={saving.problem} />
      {children}
      {notice}
    </Dialog>
  )
}
