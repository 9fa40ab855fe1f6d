import { IconFileImport, IconLock, IconLockOpen, IconPencil, IconSend, IconShare, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionMenu } from '@quaff/platform/console/controls/action-menu'
import { Button } from '@quaff/platform/console/controls/button'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { Waitlist } from '../../contract'
import { useWaitlistRefetch } from '../use-waitlist-refresh'
import { waitlistsApi } from '../waitlist-queries'
import type { OnWaitlistSearch } from '../waitlist-search-widget'
import { DeleteWaitlistDialog } from './delete-waitlist-dialog'
import { kindWords } from './waitlist-nav-view'
import classes from '../waitlists.module.css'

interface WaitlistHeaderProps {
  list: Waitlist
  onSearch: OnWaitlistSearch
}

const notEmpty = 'There are people on this list. Close it instead.'

export function WaitlistHeader({ list, onSearch }: WaitlistHeaderProps) {
  const { counts, isOpen } = list
  const [deleting, setDeleting] = useState(false)
  const refetch = useWaitlistRefetch()
  const opening = useMutation(
    waitlistsApi.setOpen.mutationOptions({
      onSuccess: (saved) => notifySuccess(saved.isOpen ? 'Waitlist opened' : 'Waitlist closed', saved.name),
      onError: (error) => notifyError('The waitlist was not changed', errorText(error)),
      onSettled: () => void refetch(),
    }),
  )
  const invitable = counts.waiting + counts.shortlisted
  const isEmpty = Object.values(counts).every((count) => count === 0)
  return (
    <div className="q-stack-tight">
      <div className={classes.head}>
        <h2 className={`q-h2 ${classes.title}`}>{list.name}</h2>
        <StatusPill tone={isOpen ? 'ok' : 'neutral'} icon={isOpen ? IconLockOpen : IconLock}>
          {isOpen ? 'Open' : 'Closed'}
        </StatusPill>
        <span className="q-caption">{kindWords(list)}</span>
        <div className={classes.actions}>
          <Button icon={IconShare} iconOnPhone onClick={() => onSearch({ action: 'share' })}>
            Share
          </Button>
          <Button icon={IconFileImport} iconOnPhone onClick={() => onSearch({ action: 'import' })}>
            Import CSV
          </Button>
          <PermissionButton
            icon={IconSend}
            disabledReason={invitable === 0 ? 'Nobody is waiting on this list.' : undefined}
            onClick={() => onSearch({ action: 'next' })}
          >
            Invite next…
          </PermissionButton>
          <ActionMenu
            label={`More actions for ${list.name}`}
            items={[
              { id: 'edit', label: 'Edit', icon: IconPencil, onSelect: () => onSearch({ action: 'edit' }) },
              {
                id: 'open',
                label: isOpen ? 'Close the list' : 'Open the list',
                icon: isOpen ? IconLock : IconLockOpen,
                onSelect: () => opening.mutate({ waitlistId: list.id, version: list.version, isOpen: !isOpen }),
              },
              {
                id: 'delete',
                label: 'Delete',
                icon: IconTrash,
                danger: true,
                separated: true,
                disabledReason: isEmpty ? undefined : notEmpty,
                onSelect: () => setDeleting(true),
              },
            ]}
          />
        </div>
      </div>
      {list.description !== '' && <p className={`q-secondary ${classes.text}`}>{list.description}</p>}
      {deleting && (
        <DeleteWaitlistDialog
          list={list}
          onClose={() => setDeleting(false)}
          onDeleted={() => onSearch({ list: undefined, view: undefined })}
        />
      )}
    </div>
  )
}
