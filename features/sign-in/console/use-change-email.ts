import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { faultOf } from '@quaff/platform/shared/fields/form-fields'
import { normalizeEmail } from '@quaff/platform/shared/text'
import { codeField, signInFields } from '../contract'
import { signInApi } from './sign-in-queries'

/** What is typed lives here, so that it outlasts the step in which the person confirms who they are. */
export function useChangeEmail(onChanged: (email: string) => void) {
  const [step, setStep] = useState<'address' | 'confirmation' | 'code'>('address')
  const [newEmail, setNewEmail] = useState('')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      await work()
    } catch (error) {
      const isLongAgo = reasonOf(error) === 'SIGN_IN_AGAIN'
      if (isLongAgo) setStep('confirmation')
      else {
        setStep((current) => (current === 'confirmation' ? 'address' : current))
        setFault(specifiedText(error, 'Something went wrong. Try again.'))
      }
    } finally {
      setBusy(false)
    }
  }
  const request = () =>
    attempt(async () => {
      await signInApi.requestEmailChange.call({ newEmail: normalizeEmail(newEmail) })
      setCode('')
      setStep('code')
    })
  const submitAddress = async () => {
    const invalid = faultOf(signInFields.email, newEmail)
    setFault(invalid)
    if (invalid === null) await request()
  }
  const submitCode = async () => {
    const incomplete = faultOf(codeField, code)
    setFault(incomplete)
    if (incomplete !== null) return
    const digits = codeField.read(code)
    await attempt(async () => onChanged((await signInApi.confirmEmailChange.call({ code: digits })).email))
  }
  const back = () => {
    setFault(null)
    setStep('address')
  }
  const typeInto = (set: (text: string) => void) => (text: string) => {
    setFault(null)
    set(text)
  }
  return {
    step,
    newEmail,
    code,
    fault,
    busy,
    typeEmail: typeInto(setNewEmail),
    typeCode: typeInto(setCode),
    request,
    submitAddress,
    submitCode,
    back,
  }
}
