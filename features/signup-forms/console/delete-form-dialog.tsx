import { useVerb } from '@quaff/platform/console/forms/use-save'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { FormRow } from '../contract'
import { formsApi } from './signup-forms-queries'

interface DeleteFormDialogProps {
  form: FormRow
  onDeleted?: () => void
  onClose: () => void
}

export function DeleteFormDialog({ form, onDeleted, onClose }: DeleteFormDialogProps) {
  const verb = useVerb({ what: 'form', opened: form, keys: [formsApi.key()] })
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${isolated(form.name)}?`}
      description="This form has no submissions. Its link will stop working."
      button="Delete form"
      danger
      failed="Couldn’t delete the form"
      call={({ id: formId, version }) => formsApi.remove.call({ formId, version })}
      onDone={() => {
        notifySuccess('Form deleted', form.name)
        onClose()
        onDeleted?.()
      }}
      onClose={onClose}
    />
  )
}
