import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { usePeopleRefetch } from '../use-people-refetch'
import { usersApi } from '../user-queries'
import { inviteInputOf, type InviteForm } from './invite-form'

/** Spec §7: where the failure has no text of its own. */
const failed = 'Failed to create admin user'

export function useInvite(onInvited: (email: string, userId: string | undefined) => void) {
  const refetch = usePeopleRefetch()
  const invite = useMutation(usersApi.invite.mutationOptions())
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)

  const send = async (values: InviteForm) => {
    // State comes a drawing too late for the second click of a double click.
    if (running.current) return
    running.current = true
    setProblem(undefined)
    const input = inviteInputOf(values)
    try {
      const outcome = await invite.mutateAsync(input)
      if (!outcome.success) {
        setProblem(outcome.error ?? failed)
        return
      }
      rememberedEmail.write(input.email)
      void refetch()
      onInvited(input.email, outcome.userId)
    } catch (error) {
      setProblem(verbErrorText(error, failed))
    } finally {
      running.current = false
    }
  }
  return { problem, busy: invite.isPending, send }
}
