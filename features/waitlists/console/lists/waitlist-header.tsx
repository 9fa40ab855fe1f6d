import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import { commandsOf, offeredOf } from '@quaff/platform/console/frame/commands/command'
import { RowMenu } from '@quaff/platform/console/frame/commands/row-menu'
import { useRegistered } from '@quaff/platform/console/frame/shortcuts'
import type { Waitlist } from '../../contract'
import { waitlistCommands, type WaitlistAction } from '../waitlist-commands-widget'
import { waitlistsApi } from '../waitlist-queries'
import type { OnWaitlistSearch } from '../waitlist-search-widget'
import { DeleteWaitlistDialog } from './delete-waitlist-dialog'
import { kindWords } from './waitlist-nav-view'
import classes from '../waitlists.module.css'

interface WaitlistHeaderProps {
  list: Waitlist
  /** List or demand. */
  views: ReactNode
  onSearch: OnWaitlistSearch
}

/** Beside the name; the others stand in the menu. */
const buttons = ['share', 'import', 'next'] as const

export function WaitlistHeader({ list, views, onSearch }: WaitlistHeaderProps) {
  const { isOpen } = list
  const [deleting, setDeleting] = useState(false)
  const opening = useWrite<Waitlist, boolean>({
    call: ({ id: waitlistId, version }, wanted) => waitlistsApi.setOpen.call({ waitlistId, version, isOpen: wanted }),
    keys: [waitlistsApi.key()],
    next: (wanted) => ({ isOpen: wanted }),
    failed: 'The waitlist was not changed',
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
      .map(({ name, label, asks, icon, because }) => (
        <PermissionButton key={name} icon={icon} iconOnPhone disabledReason={because} onClick={() => start(name)}>
          {asks ? `${label}…` : label}
        </PermissionButton>
      ))
  return (
    <div className="q-stack-tight">
      <div className={classes.head}>
        <h2 className={`q-h2 ${classes.title}`}>{list.name}</h2>
        <StatusPill tone={isOpen ? 'ok' : 'neutral'} icon={isOpen ? IconLockOpen : IconLock}>
          {isOpen ? 'Open' : 'Closed'}
        </StatusPill>
        <span className="q-caption">{kindWords(list)}</span>
        <div className={classes.actions}>
          {views}
          {buttonOf('share')}
          {buttonOf('import')}
          {buttonOf('next')}
          <RowMenu set={waitlistCommands} row={list} facts={{}} onRun={start} without={buttons} />
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
