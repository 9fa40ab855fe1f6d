import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { tabStore } from '@quaff/platform/console/tab-store'
import { signInMessages, type UserExistence } from '../contract'
import { emailVerificationRefusals } from '../refusals'
import type { ActivationDetails } from './activation-form'
import { mailboxApi, signInApi } from './sign-in-queries'

type AddressProof = { invitationToken: string } | { mailboxProof: string }

/** D18: the form, then the emailed code, then the activation. The holder of the invitation needs no code. */
export function useActivation(email: string, invitationToken: string | undefined) {
  const verification = useEmailVerification()
  const [details, setDetails] = useState<ActivationDetails | null>(null)
  const setup = useMutation(
    signInApi.setupAccount.mutationOptions({
      onSuccess({ success, error }) {
        if (success || error === emailVerificationRefusals.PROOF.text) verification.clear()
      },
    }),
  )
  const refused = setup.data?.success === false ? (setup.data.error ?? signInMessages.setupFailed) : null
  const activate = (address: string, chosen: ActivationDetails, proof: AddressProof) =>
    setup.mutate({ email: address, ...chosen, ...proof })
  return {
    verification,
    isActivated: setup.data?.success === true,
    activatedEmail: setup.variables?.email ?? '',
    error: setup.error ? specifiedText(setup.error, signInMessages.setupFailed) : (refused ?? verification.error),
    busy: setup.isPending || verification.busy,
    submit(chosen: ActivationDetails, found: UserExistence) {
      const mailboxProof = verification.tokenOf(email)
      setDetails(chosen)
      if (mailboxProof !== undefined) activate(email, chosen, { mailboxProof })
      // Anonymous callers get no role, because it would show that the invitation is for this address.
      else if (invitationToken !== undefined && found.role !== null) activate(email, chosen, { invitationToken })
      else verification.mailCode(email)
    },
    enterCode: (code: string) =>
      verification.enterCode(code, (address, mailboxProof) => {
        if (details) activate(address, details, { mailboxProof })
      }),
  }
}

const purpose = 'registration'

/** G18: an emailed code proves the address before the account is activated. */
function useEmailVerification() {
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
    /** Address that a code was emailed to and not yet confirmed. */
    mailedTo: current && current.token === undefined ? current.email : null,
    tokenOf: (email: string) => (current?.email === email ? current.token : undefined),
    error: error ? specifiedText(error, signInMessages.setupFailed) : null,
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

const storeKey = 'registration'

/** Address that a code was emailed to. `token` is set once the code was entered. */
type EmailVerification = { email: string; token?: string }

/** Stored in the tab, so that a reload neither requests a new code nor loses the verification. */
export const keptVerification = {
  read(): EmailVerification | null {
    try {
      const stored: unknown = JSON.parse(tabStore.get(storeKey) ?? 'null')
      if (typeof stored !== 'object' || stored === null || !('email' in stored) || typeof stored.email !== 'string')
        return null
      const hasToken = 'token' in stored && typeof stored.token === 'string'
      return { email: stored.email, ...(hasToken && { token: String(stored.token) }) }
    } catch {
      return null
    }
  },
  keep: (verification: EmailVerification) => tabStore.set(storeKey, JSON.stringify(verification)),
  clear: () => tabStore.remove(storeKey),
}
