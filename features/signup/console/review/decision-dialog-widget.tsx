import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { GuardedFooter, useCloseGuard } from '@quaff/platform/console/forms/close-guard'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale, StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import type { Decision } from './review-actions-widget'

/** As long as the server takes it. */
const maxReason = 500

interface DecisionDialogProps {
  decision: Decision
  /** Of the business that asks. */
  name: string
  /** "application", "submission" */
  noun: string
  /** What approving does; rejecting mails the reason. */
  consequence: string
  /** The reason is empty when approving. */
  decide: (reason: string) => Promise<unknown>
  /** Reads the record anew after somebody else was faster. */
  onReload: () => void
  onDone: () => void
  onClose: () => void
}

export function DecisionDialog(props: DecisionDialogProps) {
  const { decision, name, noun, consequence, decide, onReload, onDone, onClose } = props
  const isRejection = decision === 'reject'
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const guard = useCloseGuard(reason !== '', onClose)

  const send = async () => {
    const typed = reason.trim()
    if (isRejection && typed === '') return setFault('Enter a reason')
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await decide(typed)
      guard.release()
      onDone()
    } catch (error) {
      setProblem(error)
      setBusy(false)
      running.current = false
    }
  }
  return (
    <Dialog
      opened
      onClose={guard.close}
      title={`${isRejection ? 'Reject' : 'Approve'} ${name}?`}
      description={isRejection ? 'They read the reason in their mail.' : consequence}
      keepOnOutsideClick
      onSubmit={(event) => {
        event.preventDefault()
        if (!guard.asking) void send()
      }}
      footer={
        <GuardedFooter guard={guard}>
          <Button onClick={guard.close}>Cancel</Button>
          <Button
            variant={isRejection ? 'danger' : 'primary'}
            type="submit"
            loading={busy}
            data-autofocus={isRejection ? undefined : true}
          >
            {isRejection ? 'Reject' : 'Approve'}
          </Button>
        </GuardedFooter>
      }
    >
      {problem !== undefined &&
        (isStale(problem) ? (
          <StaleNotice
            what={noun}
            error={problem}
            onReload={() => {
              setProblem(undefined)
              onReload()
            }}
          />
        ) : (
          <Notice tone="danger" title={`The ${noun} was not ${isRejection ? 'rejected' : 'approved'}`} announce>
            {errorText(problem)}
          </Notice>
        ))}
      {isRejection && (
        <Textarea
          label="Reason"
          required
          data-autofocus
          rows={4}
          maxLength={maxReason}
          value={reason}
          error={fault}
          onChange={(event) => {
            setFault(undefined)
            setReason(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      )}
    </Dialog>
  )
}
