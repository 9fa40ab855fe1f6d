import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { useSave } from '@quaff/platform/console/forms/write/use-save'
import { usersApi } from '../user-queries'

/** Spec §7: where the failure has no text of its own. */
const failed = 'Failed to create admin user'

export function useInvite(onInvited: (email: string, userId: string | undefined) => void) {
  const { save, busy, problem, setProblem } = useSave({
    keys: [usersApi.key()],
    textOf: (error) => verbErrorText(error, failed),
  })
  const send = async (input: Parameters<typeof usersApi.invite.call>[0]) => {
    const outcome = await save(() => usersApi.invite.call(input))
    if (!outcome) return
    if (!outcome.success) {
      setProblem(outcome.error ?? failed)
      return
    }
    rememberedEmail.write(input.email)
    onInvited(input.email, outcome.userId)
  }
  return { problem, busy, send }
}
