import type { ReactNode } from 'react'
import { Button } from '../../controls/button'
import { Dialog } from '../../controls/dialog'
import { Notice } from '../../display/notice'
import { GuardedFooter, useCloseGuard } from '../close-guard'
import { StaleNotice } from '../stale-notice'
import type { Fields } from '../write/patch-rows'
import type { Verb } from './use-verb'

interface VerbDialogProps<Row extends Fields, Answer extends object> {
  verb: Verb<Row>
  title: string
  description?: string
  button: string
  danger?: boolean
  /** Nothing can be sent in this state, for a reason that the dialog says. */
  blocked?: boolean
  size?: 'default' | 'wide'
  /** Where the verb itself is called so: "Keep" beside "Cancel invitation". */
  cancel?: string
  /** Something was typed that closing would lose. */
  dirty?: boolean
  /** Over the reason of a refusal: "The form was not deleted". */
  refused?: string
  children?: ReactNode
  /** Whether what was typed may be sent; it shows what is wrong itself. */
  check?: () => boolean
  call: (row: Row) => Promise<Answer>
  /** What the record will say; shown at once. */
  next?: Partial<Row>
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** The frame of a dialog that changes one record: refusals inline, what was typed is kept. */
export function VerbDialog<Row extends Fields, Answer extends object>(props: VerbDialogProps<Row, Answer>) {
  const { verb, title, description, button, danger, blocked, size, cancel = 'Cancel', dirty = false } = props
  const guard = useCloseGuard(dirty, props.onClose)
  const send = async () => {
    if (blocked || guard.asking || props.check?.() === false) return
    const answer = await verb.run(props)
    if (!answer) return
    guard.release()
    props.onDone(answer)
  }
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
        void send()
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>{cancel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" loading={verb.busy} disabled={blocked}>
            {button}
          </Button>
        </GuardedFooter>
      }
    >
      {verb.stale !== undefined && (
        <StaleNotice what={verb.what} error={verb.stale} onReload={() => void verb.reload()} />
      )}
      {verb.problem !== undefined && (
        <Notice tone="danger" title={props.refused} announce>
          {verb.problem}
        </Notice>
      )}
      {props.children}
    </Dialog>
  )
}
