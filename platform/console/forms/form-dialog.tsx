import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { ErrorNotice, Notice } from '../display/notice'
import type { IconLike } from '../theme/glyph'
import { type CloseGuard, GuardedFooter } from './close-guard'

interface FormDialogProps {
  title: string
  description?: string
  size?: 'default' | 'wide'
  guard: CloseGuard
  saving: { busy: boolean; problem: string | undefined; submit: (event?: FormEvent<HTMLFormElement>) => void }
  /** Heads the problem: "Couldn’t save the link". */
  failed?: string
  /** Below the fields, such as the notice of a conflict. */
  notice?: ReactNode
  button: ReactNode
  icon?: IconLike
  danger?: boolean
  /** True if the form cannot be submitted, for a reason that the dialog shows. */
  blocked?: boolean
  /** Label of the closing button if "Cancel" is the action itself: "Keep" beside "Cancel invitation". */
  cancel?: string
  /** Replaces the closing button. */
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
          {props.before ?? (
            // A field that asks for the focus comes before it.
            <Button onClick={guard.close} data-autofocus={danger || undefined}>
              {cancel}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            icon={props.icon}
            loading={saving.busy}
            disabled={blocked}
            // Focuses the confirming button of a reversible action, so that one key confirms it.
            data-autofocus={(!danger && !children) || undefined}
          >
            {button}
          </Button>
        </GuardedFooter>
      }
    >
      <ErrorNotice title={failed} text={saving.problem} />
      {children}
      {notice}
    </Dialog>
  )
}

interface ConfirmOnce {
  /** Returns false the first time that there is something to ask about; the same again goes through. */
  pass: () => boolean
  /** Shows "Save anyway" in place of "Save" while it waits for the confirmation. */
  label: (button: string) => string
  notice: ReactNode
}

/** In a long form the notice may be below the visible part. */
function bringIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView({ block: 'nearest' })
}

/**
 * Requests one confirmation of input that is allowed but looks like a mistake. New findings need a new confirmation.
 */
export function useConfirmOnce(findings: readonly string[], title = 'This looks unusual'): ConfirmOnce {
  const [requested, setRequested] = useState('')
  const key = findings.join('\n')
  const isAsking = key !== '' && requested === key
  return {
    pass: () => {
      if (key === requested || key === '') return true
      setRequested(key)
      return false
    },
    label: (button) => (isAsking ? `${button} anyway` : button),
    notice: isAsking && (
      <div ref={bringIntoView}>
        <Notice tone="warn" title={title} announce>
          {findings.map((finding) => (
            <p key={finding}>{finding}</p>
          ))}
        </Notice>
      </div>
    ),
  }
}
