import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import type { Passkey } from '../contract'
import { isGivenUp } from './browser-passkeys'

const failed = 'Something went wrong. Try again.'
const closed = 'Passkey not added. The browser prompt was closed or timed out.'

export type AddingStep = { view: 'start' } | { view: 'confirmation' } | { view: 'added'; passkey: Passkey }

/** What it is, proof of who asks if that was long ago, then the browser's own window. */
export function useAdding(onAdded: () => void) {
  const [step, setStep] = useState<AddingStep>({ view: 'start' })
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const add = async () => {
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      const passkey = await (await import('./web-authn')).createPasskey()
      onAdded()
      setStep({ view: 'added', passkey })
    } catch (error) {
      const isLongAgo = reasonOf(error) === 'SIGN_IN_AGAIN'
      setStep({ view: isLongAgo ? 'confirmation' : 'start' })
      if (!isLongAgo) setFault(await faultText(error))
    } finally {
      setBusy(false)
    }
  }
  const back = () => {
    setFault(null)
    setStep({ view: 'start' })
  }
  return { step, busy, fault, add, back }
}

async function faultText(error: unknown): Promise<string> {
  const { deviceText } = await import('./web-authn')
  return deviceText(error) ?? (isGivenUp(error) ? closed : specifiedText(error, failed))
}
