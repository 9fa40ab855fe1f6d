import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { usePeopleRefetch } from '../use-people-refetch'
import type { Person, PersonAction } from '../user-commands-widget'
import { usersApi } from '../user-queries'
import { actionWords } from './action-words'
import type { DialogAction } from './dialogs/person-action-dialog'

/** What is being done to whom; one dialog for the rows and the sheet. `onGone` closes the sheet of who is not there any more. */
export function usePersonActions(onGone: (userId: string) => void) {
  const refetch = usePeopleRefetch()
  const [opened, setOpened] = useState<{ action: DialogAction; person: Person }>()
  const resend = useMutation(usersApi.resendInvitation.mutationOptions())
  const running = useRef(false)

  const resendTo = async ({ id: userId, email }: Person) => {
    if (running.current) return
    running.current = true
    const { done, failed } = actionWords.resendInvitation
    try {
      await resend.mutateAsync({ userId })
      rememberedEmail.write(email)
      void refetch()
      notifySuccess(done, `${email} gets a new link. The earlier one no longer works.`)
    } catch (error) {
      const text = verbErrorText(error, failed)
      notifyError(failed, text === failed ? undefined : text)
    } finally {
      running.current = false
    }
  }
  return {
    opened,
    start: (action: PersonAction, person: Person) => {
      if (action === 'resendInvitation') void resendTo(person)
      else setOpened({ action, person })
    },
    close: () => setOpened(undefined),
    finish: (action: PersonAction, message: string, isGone = false) => {
      notifySuccess(actionWords[action].done, message)
      if (isGone && opened) onGone(opened.person.id)
      setOpened(undefined)
    },
  }
}
export type PersonActions = ReturnType<typeof usePersonActions>
