import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { signInTexts } from '../../contract'
import { errorText } from '../error-text'
import { signInApi } from '../sign-in-queries'
import type { ActivationDetails } from './activation-form'

export type ActivationStep = 'details' | 'code' | 'activated'

/** Details, then the mailed code, then activated; an invitation token takes the place of the code. */
export function useActivation(email: string, invitationToken: string | undefined) {
  const [step, setStep] = useState<ActivationStep>('details')
  const [details, setDetails] = useState<ActivationDetails | null>(null)
  const [error, setError] = useState<string | null>(null)
  const requestCode = useMutation(signInApi.requestActivationCode.mutationOptions())
  const setup = useMutation(signInApi.setupAccount.mutationOptions())

  const fail = (fault: unknown) => setError(errorText(fault, signInTexts.setupFailed))

  const mailCode = async () => {
    setError(null)
    try {
      await requestCode.mutateAsync({ email })
      setStep('code')
    } catch (fault) {
      fail(fault)
    }
  }
  const activate = async (given: ActivationDetails, proof: { code: string } | { invitationToken: string }) => {
    setError(null)
    try {
      const outcome = await setup.mutateAsync({ email, ...given, ...proof })
      if (outcome.success) setStep('activated')
      else setError(outcome.error ?? signInTexts.setupFailed)
    } catch (fault) {
      fail(fault)
    }
  }
  return {
    step,
    details,
    error,
    busy: requestCode.isPending || setup.isPending,
    submitDetails: (given: ActivationDetails) => {
      setDetails(given)
      void (invitationToken === undefined ? mailCode() : activate(given, { invitationToken }))
    },
    submitCode: (code: string) => {
      if (details) void activate(details, { code })
    },
    resendCode: () => void mailCode(),
    back: () => {
      setError(null)
      setStep('details')
    },
  }
}
