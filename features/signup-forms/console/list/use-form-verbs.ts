import { useMutation } from '@tanstack/react-query'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { FormRow } from '../../building/contract'
import { formsApi } from '../signup-forms-queries'
import { useFormsRefetch } from '../use-forms-refresh'

/** Closing and opening again undo each other, so neither asks first. */
export function useFormVerbs() {
  const refetch = useFormsRefetch()
  const close = useMutation(formsApi.close.mutationOptions({ onSettled: () => void refetch() }))
  const publish = useMutation(formsApi.publish.mutationOptions({ onSettled: () => void refetch() }))
  const target = ({ id, version }: FormRow) => ({ formId: id, version })
  return {
    close: (form: FormRow) =>
      close.mutate(target(form), {
        onSuccess: () => notifySuccess('Form closed', `${form.name} takes no more answers.`),
        onError: (error) => notifyError('The form was not closed', errorText(error)),
      }),
    reopen: (form: FormRow) =>
      publish.mutate(target(form), {
        onSuccess: () => notifySuccess('Form opened', `${form.name} takes answers again.`),
        onError: (error) => notifyError('The form was not opened', errorText(error)),
      }),
  }
}
