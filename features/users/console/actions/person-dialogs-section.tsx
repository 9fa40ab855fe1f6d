import { lazy, Suspense } from 'react'
import type { PersonActions } from './use-person-actions'

const PersonActionDialog = lazy(async () => ({
  default: (await import('./dialogs/person-action-dialog')).PersonActionDialog,
}))

export function PersonDialogs({ actions: { opened, close, finish } }: { actions: PersonActions }) {
  if (!opened) return null
  return (
    <Suspense fallback={null}>
      <PersonActionDialog action={opened.action} person={opened.person} onClose={close} onDone={finish} />
    </Suspense>
  )
}
