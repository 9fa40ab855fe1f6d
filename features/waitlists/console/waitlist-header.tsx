import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { StatusPill } from '@quaff/platform/console/display/panel'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { VerbDialog } from '@quaff/platform/console/forms/verb-dialog'
import { commandsOf, offeredOf, RowMenu } from '@quaff/platform/console/frame/command'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRegistered } from '@quaff/platform/console/frame/shortcuts'
import { RecordHead } from '@quaff/platform/console/list/split-view'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { Waitlist } from '../contract'
import { kindLabels } from '../rules'
import { type WaitlistAction, waitlistCommands } from './waitlist-commands-widget'
import { waitlistsApi } from './waitlist-queries'
import type { OnWaitlistSearch } from './waitlist-search-widget'
import classes from './waitlists.module.css'

interface WaitlistHeaderProps {
  list: Waitlist
  onSearch: OnWaitlistSearch
}

/** Buttons beside the name; the menu has the rest. */
const buttons = ['share', 'import', 'next'] as const

export function WaitlistHeader({ list, onSearch }: WaitlistHeaderProps) {
  const { isOpen } = list
  const [deleting, setDeleting] = useState(false)
  const opening = useWrite<Waitlist, boolean>({
    call: ({ id: waitlistId, version }, wanted) => waitlistsApi.setOpen.call({ waitlistId, version, isOpen: wanted }),
    keys: [waitlistsApi.key()],
    next: (wanted) => ({ isOpen: wanted }),
    failed: 'Couldn’t update the waitlist',
    done: (saved, wanted) => ({
      title: wanted ? 'Waitlist opened' : 'Waitlist closed',
      message: saved.name,
      undo: () => opening.run(saved, !wanted),
    }),
  })
  const start = (action: WaitlistAction) => {
    if (action === 'delete') setDeleting(true)
    else if (action === 'open' || action === 'close') opening.run(list, action === 'open')
    else onSearch({ action })
  }
  useRegistered(() => commandsOf(waitlistCommands, list, {}, start), 'page')
  const offered = offeredOf(waitlistCommands, list, {})
  const buttonOf = (action: WaitlistAction) =>
    offered
      .filter(({ name }) => name === action)
      .map(({ name, label, opensDialog, icon, disabledReason }) => (
        <PermissionButton
          key={name}
          icon={icon}
          iconOnPhone
          disabledReason={disabledReason}
          onClick={() => start(name)}
        >
          {opensDialog ? `${label}…` : label}
        </PermissionButton>
      ))
  return (
    <>
      <RecordHead
        title={list.name}
        status={
          <StatusPill tone={isOpen ? 'ok' : 'neutral'} icon={isOpen ? IconLockOpen : IconLock}>
            {isOpen ? 'Open' : 'Closed'}
          </StatusPill>
        }
        caption={<span className={classes.text}>{[kindText(list), list.description].filter(Boolean).join('. ')}</span>}
        actions={
          <>
            {buttonOf('share')}
            {buttonOf('import')}
            {buttonOf('next')}
            <RowMenu set={waitlistCommands} row={list} details={{}} onRun={start} without={buttons} />
          </>
        }
      />
      {deleting && (
        <DeleteWaitlistDialog
          list={list}
          onClose={() => setDeleting(false)}
          onDeleted={() => onSearch({ list: undefined, view: undefined })}
        />
      )}
    </>
  )
}

export const kindText = ({ kind, city }: Pick<Waitlist, 'kind' | 'city'>) =>
  kind === 'city' && city ? `City: ${isolated(city)}` : kindLabels[kind]

interface DeleteWaitlistDialogProps {
  list: Waitlist
  onDeleted: () => void
  onClose: () => void
}

function DeleteWaitlistDialog({ list, onDeleted, onClose }: DeleteWaitlistDialogProps) {
  const verb = useVerb({ what: 'waitlist', opened: list, keys: [waitlistsApi.key()] })
  return (
    <VerbDialog
      verb={verb}
      title={`Delete ${isolated(list.name)}?`}
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
