import { useMutation } from '@tanstack/react-query'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { signInApi } from '../../console/sign-in-queries'
import { signInTexts } from '../../contract'
import type { ActivationDetails } from './activation-form'

/** Shows that the address is whose it is said to be. */
export type AddressProof = { invitationToken: string } | { mailboxProof: string }

export function useActivation(email: string, proof: AddressProof | null) {
  const setup = useMutation(signInApi.setupAccount.mutationOptions())
  const refused = setup.data?.success === false ? (setup.data.error ?? signInTexts.setupFailed) : null
  return {
    isActivated: setup.data?.success === true,
    error: setup.error ? specifiedText(setup.error, signInTexts.setupFailed) : refused,
    busy: setup.isPending,
    submit: (details: ActivationDetails) => {
      if (proof) setup.mutate({ email, ...details, ...proof })
    },
  }
}
