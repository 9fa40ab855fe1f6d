import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { useTyped } from '@quaff/platform/console/forms/use-typed'
import { codeField } from '../../contract'

interface ConfirmCodeFormProps {
  email: string
  busy: boolean
  fault: string | null
  /** Mails a code; rejects with the refusal. */
  onRequest: () => Promise<void>
  onSubmit: (code: string) => void
  /** Another way to prove it. */
  instead: ReactNode
  onBack: () => void
  action: string
}

/** For people without a password: the mailed code proves that the mailbox is still theirs. */
export function ConfirmCodeForm({
  email,
  busy,
  fault,
  instead,
  onRequest,
  onSubmit,
  onBack,
  action,
}: ConfirmCodeFormProps) {
  const code = useTyped(codeField)
  const { node } = code
  const [mailing, setMailing] = useState<'not yet' | 'now' | 'sent'>('not yet')
  const [mailFault, setMailFault] = useState<string | null>(null)
  const ask = useRef<HTMLButtonElement>(null)
  // The dialog was open before this step: nothing else moves the focus here.
  useEffect(() => ask.current?.focus(), [])
  useEffect(() => {
    if (mailing === 'sent') node.current?.focus()
  }, [mailing, node])

  const request = async () => {
    if (mailing === 'now') return
    setMailing('now')
    setMailFault(null)
    try {
      await onRequest()
      setMailing('sent')
    } catch (error) {
      setMailFault(specifiedText(error, 'Couldn’t send the code. Try again.'))
      setMailing('not yet')
    }
  }
  const submit = () => {
    const digits = code.read()
    if (digits !== undefined) onSubmit(digits)
  }
  // Without a field for a code yet it is about the other way.
  const shownFault = mailFault ?? (mailing === 'sent' ? null : fault)
  return (
    <form
      className="q-stack"
      aria-label="Confirmation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (mailing === 'sent') submit()
        else void request()
      }}
    >
      <p className="q-secondary" role="status">
        {mailing === 'sent'
          ? `We sent a 6-digit code to ${email}. It expires in 10 minutes.`
          : `We’ll email a 6-digit code to ${email}.`}
      </p>
      <FaultNotice text={shownFault} />
      {mailing === 'sent' && (
        <TextInput
          {...code.props}
          label="Code"
          name="code"
          withAsterisk={false}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={code.props.error ?? fault}
        />
      )}
      {instead}
      <div className="q-row q-wrap">
        {mailing === 'sent' && (
          <Button variant="quiet" onClick={() => void request()}>
            Send new code
          </Button>
        )}
        <Button className="q-end" onClick={onBack}>
          Back
        </Button>
        <Button variant="primary" type="submit" loading={busy || mailing === 'now'} ref={ask}>
          {mailing === 'sent' ? action : 'Email me a code'}
        </Button>
      </div>
    </form>
  )
}
