import { useMutation } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { FormRow } from '../../building/contract'
import { formsApi } from '../signup-forms-queries'
import { useFormsRefetch } from '../use-forms-refresh'

interface DeleteFormDialogProps {
  form: FormRow
  onDeleted?: () => void
  onClose: () => void
}

export function DeleteFormDialog({ form, onDeleted, onClose }: DeleteFormDialogProps) {
  const refetch = useFormsRefetch()
  const removal = useMutation(
    formsApi.remove.mutationOptions({
      onSuccess: () => {
        notifySuccess('Form deleted', form.name)
        onClose()
        onDeleted?.()
        void refetch()
      },
    }),
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Delete ${form.name}?`}
      description="Nobody has answered it. Its page will say that there is no such form."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            loading={removal.isPending}
            onClick={() => removal.mutate({ formId: form.id, version: form.version })}
          >
            Delete
          </Button>
        </>
      }
    >
      {removal.isError && (
        <Notice tone="danger" title="The form was not deleted" announce>
          {errorText(removal.error)}
        </Notice>
      )}
    </Dialog>
  )
}
