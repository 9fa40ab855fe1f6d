import { deferred } from '@quaff/platform/console/controls/deferred'
import type { Waitlist } from '../contract'
import type { OnWaitlistSearch, WaitlistDialog } from './waitlist-search-widget'

const WaitlistFormDialog = deferred(async () => (await import('./waitlist-form-dialog')).WaitlistFormDialog)
const ShareDialog = deferred(async () => (await import('./share-dialog')).ShareDialog)
const InviteNextDialog = deferred(async () => (await import('../entries/console/invite-next-dialog')).InviteNextDialog)
const ImportDialog = deferred(async () => (await import('./import-dialog')).ImportDialog)

interface WaitlistDialogsSectionProps {
  list: Waitlist | undefined
  action: WaitlistDialog | undefined
  onSearch: OnWaitlistSearch
}

/** Which dialog is open stands in the address: none of them does anything by being opened. */
export function WaitlistDialogsSection({ list, action, onSearch }: WaitlistDialogsSectionProps) {
  const close = () => onSearch({ action: undefined }, { replace: true })
  const openSaved = (id: string) => onSearch({ action: undefined, list: id }, { replace: true })
  if (action === 'create') return <WaitlistFormDialog onSaved={openSaved} onClose={close} />
  if (!list) return null
  if (action === 'edit') return <WaitlistFormDialog list={list} onSaved={openSaved} onClose={close} />
  if (action === 'share') return <ShareDialog list={list} onClose={close} />
  if (action === 'next') return <InviteNextDialog list={list} onClose={close} />
  return action === 'import' ? <ImportDialog list={list} onClose={close} /> : null
}
