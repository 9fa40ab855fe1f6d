import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { faultOf } from '@quaff/platform/shared/fields/form-fields'
import { codeField } from '../../contract'
import classes from '../../console/login.module.css'

interface ActivationCodeFormProps {
  email: string
  error: string | null
  busy: boolean
  onSubmit: (code: string) => void
  onResend: () => void
  onBack: () => void
}

export function ActivationCodeForm({ email, error, busy, onSubmit, onResend, onBack }: ActivationCodeFormProps) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: (typed) => faultOf(codeField, typed) } })
  const submit = form.onSubmit(({ code }) => {
    if (!busy) onSubmit(codeField.read(code))
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Code from the email">
      <p className="q-secondary">We sent a 6-digit code to {email}. It expires in 10 minutes.</p>
      <TextInput
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeField.max}
        data-autofocus
        {...form.getInputProps('code')}
        error={form.errors['code'] ?? error !== null}
      />
      <FaultNotice text={form.errors['code'] ? null : error} />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Continue
      </Button>
      <div className="q-row">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button variant="quiet" className="q-end" onClick={onResend}>
          Send new code
        </Button>
      </div>
    </form>
  )
}
