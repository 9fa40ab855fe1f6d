import { useState } from 'react'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { useVerb } from '@quaff/platform/console/forms/use-save'
import { undoable, useWrite } from '@quaff/platform/console/forms/use-write'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import { actionLabels } from './action-labels'
import type { DialogAction } from './person-action-dialog'
import { nameOf, type Person, type PersonAction } from './user-commands-widget'
import { usersApi } from './user-queries'

const keys = [usersApi.key()]

export function usePersonActions(onGone: (userId: string) => void) {
  const [opened, setOpened] = useState<{ action: DialogAction; person: Person }>()
  const resending = useWrite<Person, null>({
    call: ({ id: userId }) => usersApi.resendInvitation.call({ userId }),
    keys,
    failed: actionLabels.resendInvitation.failed,
    done: ({ email }) => {
      rememberedEmail.write(email)
      const message = `We emailed ${readableEmail(email)} a new link. The old one no longer works.`
      return { title: actionLabels.resendInvitation.done, message }
    },
  })
  /** Neither sends an email or ends a session, so there is no confirmation, and each undoes the other. */
  const letIn = useWrite<Person, 'active' | 'suspended'>({
    call: ({ id: userId, version }, status) =>
      usersApi[status === 'active' ? 'reactivate' : 'suspend'].call({ userId, version }),
    keys,
    next: (status) => ({ status }),
    failed: actionLabels.reactivate.failed,
    done: (saved, status) =>
      status === 'active'
        ? {
            title: actionLabels.reactivate.done,
            message: `${isolated(nameOf(saved))} can sign in again.`,
            undo: () => letIn.run(saved, 'suspended'),
          }
        : { title: actionLabels.suspend.done, message: `${isolated(nameOf(saved))} can’t sign in.` },
  })
  const addingBack = useWrite<Person, string>({
    call: ({ id: userId }, merchantId) => usersApi.restoreToMerchant.call({ userId, merchantId }),
    keys,
    failed: 'Couldn’t undo the removal',
    done: (saved) => ({ title: 'Removal undone', message: `${isolated(nameOf(saved))} is back with the same role.` }),
  })
  return {
    opened,
    start: (action: PersonAction, person: Person) => {
      if (action === 'resendInvitation') resending.run(person, null)
      else if (action === 'reactivate') letIn.run(person, 'active')
      else setOpened({ action, person })
    },
    close: () => setOpened(undefined),
    finish: (action: PersonAction, message: string, { isGone = false, suspended, removedFrom }: AfterVerb = {}) => {
      const person = opened?.person
      const undo = suspended
        ? undoable(() => letIn.run(suspended, 'active'))
        : removedFrom !== undefined && person && undoable(() => addingBack.run(person, removedFrom))
      notifySuccess(actionLabels[action].done, message, undo || undefined, person?.id)
      if (isGone && opened) onGone(opened.person.id)
      setOpened(undefined)
    },
  }
}
export type PersonActions = ReturnType<typeof usePersonActions>

interface AfterVerb {
  /** True if the user no longer exists, so the sheet closes. */
  isGone?: boolean
  /** Suspended, and to be let in again by Undo. */
  suspended?: Person
  /** Removed from this merchant, and to be added back by Undo. */
  removedFrom?: string
}

export interface PersonDialogProps {
  person: Person
  onClose: () => void
  /** After the server did it. */
  onDone: (action: PersonAction, message: string, after?: AfterVerb) => void
}

export const usePersonVerb = (action: PersonAction, opened: Person) =>
  useVerb<Person>({
    what: 'user',
    opened,
    keys: [usersApi.key()],
    load: ({ id: userId }) => usersApi.get.call({ userId }),
    failed: actionLabels[action].failed,
  })
