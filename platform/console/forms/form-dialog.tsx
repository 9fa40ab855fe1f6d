import { useRouter } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState, useEffect, useRef } from 'react'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { ErrorNotice, Notice } from '../display/panel'
import type { IconLike } from '../theme/glyph'
import { changedForms } from './changed-forms'
import { useDraft, type DeclaredSecrets, type Draft, type DraftOptions } from './use-draft'
import classes from './close-guard.module.css'

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

export interface CloseGuard {
  /** True while the dialog asks whether to discard the input. */
  asking: boolean
  /** Used by Cancel, Esc and the close button: asks first if there is unsaved input. */
  close: () => void
  stay: () => void
  /** Closes without asking: after a save, or when the text shall go. Does nothing if the form is closed already. */
  leave: (close?: () => void) => void
  /** Lets the next change of the page through, where `leave` is not what closes the form. */
  release: () => void
  draft: Draft
}

type Go = () => void

/**
 * Protects unsaved input from closing the form, navigating away and closing the tab. A page has no `onClose`; `kept`
 * also saves the input across a crash, a reload and a lost session.
 */
export function useCloseGuard<Values extends object>(
  dirty: boolean,
  onClose?: () => void,
  kept?: DraftOptions<Values> & DeclaredSecrets<Values>,
): CloseGuard {
  const draft = useDraft(kept, dirty)
  const history = useRouter({ warn: false })?.history
  const [asking, setAsking] = useState(false)
  const released = useRef(false)
  const isPage = onClose === undefined
  const forget = useRef<Go>(undefined)
  const isOpen = useRef(true)
  /** The navigation that raised the question. */
  const wanted = useRef<Go[]>([])
  const goOn = () => {
    for (const go of wanted.current.splice(0)) go()
  }
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  useEffect(() => {
    if (!dirty) return
    released.current = false
    const form = {
      ask: (go: Go) => {
        wanted.current.push(go)
        setAsking(true)
      },
      letPageGo: () => {
        released.current = true
      },
    }
    changedForms.push(form)
    forget.current = () => {
      const at = changedForms.indexOf(form)
      if (at >= 0) changedForms.splice(at, 1)
    }
    const unblock = history?.block({
      enableBeforeUnload: () => !released.current,
      blockerFn: ({ action, nextLocation: { href, state } }) => {
        if (released.current) return false
        form.ask(() => {
          if (action === 'PUSH' || action === 'REPLACE') history.push(href, state)
          // A dialog that closes is all that its Back was for.
          else if (isPage) history.back()
        })
        return true
      },
    })
    return () => {
      forget.current?.()
      unblock?.()
      setAsking(false)
      goOn()
    }
  }, [dirty, history, isPage])
  const release = () => {
    released.current = true
    forget.current?.()
    draft.forget()
  }
  const leave = (close = onClose) => {
    release()
    if (isOpen.current) close?.()
    goOn()
  }
  const stay = () => {
    wanted.current = []
    setAsking(false)
  }
  const close = () => {
    if (!dirty) onClose?.()
    else if (asking) stay()
    else setAsking(true)
  }
  return { asking, close, stay, leave, release, draft }
}

/** The form's buttons, or the question in their place. */
export function GuardedFooter({ guard, children }: { guard: CloseGuard; children: ReactNode }) {
  if (guard.asking) return <Question guard={guard} />
  return (
    <>
      {guard.draft.restored && <RestoredText draft={guard.draft} />}
      {children}
    </>
  )
}

function RestoredText({ draft }: { draft: Draft }) {
  return (
    <div className={`q-row q-wrap ${classes.restored}`} role="status">
      <span className="q-grow q-secondary">
        We restored what you typed.
        {draft.restored?.isChanged && ' The record was changed since then. Check it before you save.'}
      </span>
      <Button size="sm" onClick={draft.discard}>
        Discard
      </Button>
    </div>
  )
}

function Question({ guard }: { guard: CloseGuard }) {
  const stayRef = useRef<HTMLButtonElement>(null)
  useEffect(() => stayRef.current?.focus(), [])
  return (
    <>
      <span className="q-grow q-strong" role="alert">
        Discard what you typed?
      </span>
      <Button ref={stayRef} onClick={guard.stay}>
        Keep editing
      </Button>
      <Button variant="danger" onClick={() => guard.leave()}>
        Discard
      </Button>
    </>
  )
}
