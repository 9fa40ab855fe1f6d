import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { mailboxApi } from '../../console/sign-in-queries'
import { signInTexts } from '../../contract'
import { keptVerification, type EmailVerification } from './kept-verification'

const purpose = 'registration'

/** G18: a mailed code proves the address before the account is activated. */
export function useEmailVerification() {
  const [current, setCurrent] = useState(keptVerification.read)
  const request = useMutation(mailboxApi.requestCode.mutationOptions())
  const check = useMutation(mailboxApi.checkCode.mutationOptions())
  const error = request.error ?? check.error
  const set = (next: EmailVerification | null) => {
    setCurrent(next)
    if (next) keptVerification.keep(next)
    else keptVerification.clear()
  }
  return {
    /** The address a code was mailed to that was not entered yet. */
    mailedTo: current && current.token === undefined ? current.email : null,
    tokenOf: (email: string) => (current?.email === email ? current.token : undefined),
    error: error ? specifiedText(error, signInTexts.setupFailed) : null,
    busy: request.isPending || check.isPending,
    mailCode(email: string) {
      check.reset()
      request.mutate({ email, purpose }, { onSuccess: () => set({ email }) })
    },
    enterCode(code: string, onVerified: (email: string, token: string) => void) {
      if (!current) return
      const { email } = current
      request.reset()
      const verify = ({ token }: { token: string }) => {
        set({ email, token })
        onVerified(email, token)
      }
      check.mutate({ email, purpose, code }, { onSuccess: verify })
    },
    clear() {
      request.reset()
      check.reset()
      set(null)
    },
  }
}
