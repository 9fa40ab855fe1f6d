import { useMutation } from '@tanstack/react-query'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { Waitlist } from '../../contract'
import { useWaitlistRefetch } from '../use-waitlist-refresh'
import { waitlistsApi } from '../waitlist-queries'

interface DeleteWaitlistDialogProps {
  list: Waitlist
  onDeleted: () => void
  onClose: () => void
}

export function DeleteWaitlistDialog({ list, onDeleted, onClose }: DeleteWaitlistDialogProps) {
  const refetch = useWaitlistRefetch()
  const removal = useMutation(
    waitlistsApi.remove.mutationOptions({
      onSuccess: () => {
        void refetch()
        notifySuccess('Waitlist deleted', list.name)
        onDeleted()
      },
    }),
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Delete ${list.name}?`}
      description="Nobody is on it. Its join page will say that there is no such list."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            loading={removal.isPending}
            onClick={() => removal.mutate({ waitlistId: list.id, version: list.version })}
          >
            Delete
          </Button>
        </>
      }
    >
      {removal.isError && (
        <Notice tone="danger" title="The waitlist was not deleted" announce>
          {errorText(removal.error)}
        </Notice>
      )}
    </Dialog>
  )
}
