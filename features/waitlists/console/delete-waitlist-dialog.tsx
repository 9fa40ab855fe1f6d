import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { VerbDialog } from '@quaff/platform/console/forms/verb/verb-dialog'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { Waitlist } from '../contract'
import { waitlistsApi } from './waitlist-queries'

interface DeleteWaitlistDialogProps {
  list: Waitlist
  onDeleted: () => void
  onClose: () => void
}

export function DeleteWaitlistDialog({ list, onDeleted, onClose }: DeleteWaitlistDialogProps) {
  const verb = useVerb({ what: 'waitlist', opened: list, keys: [waitlistsApi.key()] })
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${list.name}?`}
      description="This waitlist is empty. Its join link will stop working."
      button="Delete waitlist"
      danger
      failed="Couldn’t delete the waitlist"
      call={({ id: waitlistId, version }) => waitlistsApi.remove.call({ waitlistId, version })}
      onDone={() => {
        notifySuccess('Waitlist deleted', list.name)
        onDeleted()
      }}
      onClose={onClose}
    />
  )
}
