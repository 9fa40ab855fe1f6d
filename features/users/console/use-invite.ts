import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { useSave } from '@quaff/platform/console/forms/use-save'
import type { InviteUserInput } from '../contract'
import { usersApi } from './user-queries'

/** Spec §7 and §8: where the failure has no text of its own. */
const failed = 'Failed to create admin user'

interface InviteFacts<Values> {
  form: UseFormReturnType<Values>
  inputOf: (values: Values) => Pick<InviteUserInput, 'email' | 'role' | 'merchantIds' | 'displayName' | 'newVenueName'>
  onInvited: (email: string, userId: string | undefined) => void
}

export function useInvite<Values>({ form, inputOf, onInvited }: InviteFacts<Values>) {
  const [takenBy, setTakenBy] = useState<string>()
  const saving = useSave({
    form,
    keys: [usersApi.key()],
    send: async (values) => {
      setTakenBy(undefined)
      const input = inputOf(values)
      return { ...(await usersApi.invite.call(input)), email: input.email }
    },
    onSaved: ({ success, error, email, userId }): void => {
      if (!success) {
        setTakenBy(userId)
        return saving.setProblem(error ?? failed)
      }
      rememberedEmail.write(email)
      onInvited(email, userId)
    },
    textOf: (error) => verbErrorText(error, failed),
  })
  /** `takenBy`: the account that has this address, for a person who may open it. */
  return { ...saving, takenBy }
}
