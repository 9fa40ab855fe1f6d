import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { faultOf } from '@quaff/platform/shared/fields/form-fields'
import { textLimits } from '@quaff/platform/shared/text'
import { linkEmailField } from '../contract'
import classes from './login.module.css'

interface ConfirmEmailFormProps {
  error: string | null
  busy: boolean
  onSubmit: (email: string) => Promise<void>
}

export function ConfirmEmailForm({ error, busy, onSubmit }: ConfirmEmailFormProps) {
  const form = useForm({ initialValues: { email: '' }, validate: { email: (typed) => faultOf(linkEmailField, typed) } })
  const submit = form.onSubmit(({ email }) => {
    if (!busy) void onSubmit(email)
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Confirm your email">
      <FaultNotice text={error} />
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        maxLength={textLimits.email}
        {...form.getInputProps('email')}
      />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Continue
      </Button>
    </form>
  )
}
