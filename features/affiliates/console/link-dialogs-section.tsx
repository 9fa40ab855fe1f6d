import { deferred } from '@quaff/platform/console/controls/deferred'
import type { AskedAction } from './use-link-actions'

const LinkFormDialog = deferred(async () => (await import('./link-form-dialog')).LinkFormDialog)
const QrDialog = deferred(async () => (await import('./qr-dialog')).QrDialog)

type LinkDialogsProps = {
  /** `create` opens the form of a new link. */
  asked: AskedAction | 'create' | undefined
  onSaved: (id: string) => void
  onClose: () => void
}

export function LinkDialogs({ asked, onSaved, onClose }: LinkDialogsProps) {
  if (asked === undefined) return null
  if (asked === 'create') return <LinkFormDialog mode="create" onSaved={onSaved} onClose={onClose} />
  const { action, link } = asked
  switch (action) {
    case 'qr':
      return <QrDialog link={link} onClose={onClose} />
    case 'edit':
      return <LinkFormDialog mode="edit" link={link} onSaved={onClose} onClose={onClose} />
    case 'duplicate':
      return <LinkFormDialog mode="duplicate" link={link} onSaved={onSaved} onClose={onClose} />
  }
}
