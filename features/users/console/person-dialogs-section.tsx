import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import type { PersonActions } from './use-person-actions'

const PersonActionDialog = deferred(async () => (await import('./person-action-dialog')).PersonActionDialog)

export function PersonDialogs({ actions: { opened, close, finish } }: { actions: PersonActions }) {
  useIdlePreload(PersonActionDialog)
  if (!opened) return null
  return <PersonActionDialog action={opened.action} person={opened.person} onClose={close} onDone={finish} />
}
