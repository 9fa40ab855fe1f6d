import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { mailboxApi } from '../../console/sign-in-queries'
import { signInTexts } from '../../contract'

const purpose = 'registration'

/** What is known of an address is told to whoever reads its mail: a mailed code first, then the proof that the page shows. */
export function useMailboxProof() {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const [proven, setProven] = useState<{ email: string; token: string } | null>(null)
  const request = useMutation(mailboxApi.requestCode.mutationOptions())
  const check = useMutation(mailboxApi.checkCode.mutationOptions())
  const fault = request.error ?? check.error
  const mailCode = (email: string) => {
    check.reset()
    request.mutate({ email, purpose }, { onSuccess: () => setMailedTo(email) })
  }
  return {
    /** The address that a code was mailed to and not yet shown. */
    mailedTo,
    proven,
    error: fault ? specifiedText(fault, signInTexts.setupFailed) : null,
    busy: request.isPending || check.isPending,
    mailCode,
    showCode: (code: string) => {
      if (mailedTo === null) return
      request.reset()
      const show = ({ token }: { token: string }) => {
        setProven({ email: mailedTo, token })
        setMailedTo(null)
      }
      check.mutate({ email: mailedTo, purpose, code }, { onSuccess: show })
    },
    /** To another address. */
    startAgain: () => {
      request.reset()
      check.reset()
      setMailedTo(null)
      setProven(null)
    },
  }
}
