import { useForm } from '@mantine/form'
import { faultOf, faultsOf, type FormFields, type TypedField } from '@quaff/platform/shared/fields/form-fields'
import { signInTexts } from '../contract'
import { commonPasswordFault } from './common-password-widget'

interface NewPasswordDetails {
  fields: FormFields & { password: TypedField }
  /** The confirmation field, which must equal the password. */
  confirmation?: TypedField
  displayName?: string
  onChosen: (chosen: { displayName: string; password: string }) => unknown
}

/** A form with a new password in it: typed twice, and not one that everybody takes. */
export function useNewPassword({ fields, confirmation, displayName = '', onChosen }: NewPasswordDetails) {
  const form = useForm({
    initialValues: { displayName, password: '', confirmPassword: '' },
    validate: (values) => ({
      ...faultsOf(fields, values),
      confirmPassword:
        (confirmation && faultOf(confirmation, values.confirmPassword)) ??
        (values.confirmPassword === values.password ? null : signInTexts.passwordsDiffer),
    }),
  })
  const onFault = (text: string) => form.setFieldError('password', text)
  const submit = form.onSubmit(async ({ displayName: name, password }) => {
    const fault = await commonPasswordFault(password)
    if (fault) onFault(fault)
    else await onChosen({ displayName: name.trim(), password })
  })
  const inputs = {
    password: form.getInputProps('password'),
    confirmation: form.getInputProps('confirmPassword'),
    onFault,
  }
  return { form, submit, inputs }
}
