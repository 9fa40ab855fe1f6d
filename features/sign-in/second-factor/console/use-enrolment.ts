import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { signInApi } from '../../console/sign-in-queries'

export type EnrolmentStep =
  | { view: 'start' }
  | { view: 'confirmation' }
  | { view: 'key'; uri: string; key: string }
  | { view: 'codes'; recoveryCodes: string[] }

/** People copy codes with the gap in the middle. */
export const oneLine = (code: string) => code.replaceAll(/\s/g, '')

/** Start, prove who you are if that was long ago, scan, enter the first code, keep the recovery codes. */
export function useEnrolment() {
  const [step, setStep] = useState<EnrolmentStep>({ view: 'start' })
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const attempt = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      await work()
    } catch (error) {
      if (reasonOf(error) === 'SIGN_IN_AGAIN') setStep({ view: 'confirmation' })
      else setFault(specifiedText(error, 'Something went wrong. Try again.'))
    } finally {
      setBusy(false)
    }
  }
  const begin = () =>
    attempt(async () => {
      const { uri, key } = await signInApi.beginSecondFactor.call({})
      setStep({ view: 'key', uri, key })
    })
  const confirm = (code: string) =>
    attempt(async () => {
      const { recoveryCodes } = await signInApi.confirmSecondFactor.call({ code })
      setStep({ view: 'codes', recoveryCodes })
    })
  const restart = () => {
    setFault(null)
    setStep({ view: 'start' })
  }
  return { step, busy, fault, begin, confirm, restart }
}
