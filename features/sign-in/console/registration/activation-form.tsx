import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { nameFault, textLimits } from '@quaff/platform/shared/text'
import { commonPasswordFault } from '../passwords/common-password-widget'
import { NewPasswordFields } from '../passwords/new-password-fields'
import { checkConfirmation, checkPassword } from '../sign-in-fields'
import classes from '../login.module.css'

export interface ActivationDetails {
  displayName: string
  password: string
}

interface ActivationFormProps {
  /** From the existence check. */
  displayName: string
  error: string | null
  busy: boolean
  onSubmit: (details: ActivationDetails) => void
}

export function ActivationForm({ displayName, error, busy, onSubmit }: ActivationFormProps) {
  const form = useForm({
    initialValues: { displayName, password: '', confirmPassword: '' },
    validate: {
      displayName: nameFault,
      password: checkPassword,
      confirmPassword: (value, values) => checkConfirmation(value, values.password),
    },
  })
  const refuse = (text: string) => form.setFieldError('password', text)
  const submit = form.onSubmit(async ({ displayName: name, password: chosen }) => {
    const fault = await commonPasswordFault(chosen)
    if (fault) refuse(fault)
    else if (!busy) onSubmit({ displayName: name.trim(), password: chosen })
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Activate account">
      <TextInput
        label="Display name"
        autoComplete="name"
        maxLength={textLimits.short}
        {...form.getInputProps('displayName')}
      />
      <NewPasswordFields
        password={form.getInputProps('password')}
        confirmation={form.getInputProps('confirmPassword')}
        onFault={refuse}
      />
      {error && (
        <Notice tone="danger" announce>
          {error}
        </Notice>
      )}
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Activate account
      </Button>
    </form>
  )
}
