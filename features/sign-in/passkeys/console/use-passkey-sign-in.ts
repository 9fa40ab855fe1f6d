import { useEffect, useRef, useState } from 'react'
import type { Session } from '@quaff/features/sessions/contract'
import { signInApi } from '../../console/sign-in-queries'
import type { PasskeySignInInput } from '../contract'
import { isGivenUp, supportsPasskeys } from './browser-passkeys'

/** Comes after the page is drawn. */
const loadWebAuthn = () => import('./web-authn')

/** Less than a challenge is good for: what the field offers can always be taken. */
const offerAgainMs = 4 * 60_000

/** By a button, or by what the browser itself offers where the address is typed. */
export function usePasskeySignIn(onSignedIn: (session: Session) => Promise<void>) {
  const [isOffered] = useState(supportsPasskeys)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  /** What the field offered is used up: it offers anew. */
  const [round, setRound] = useState(0)

  const signIn = async (sign: () => Promise<PasskeySignInInput>) => {
    setBusy(true)
    setError(null)
    try {
      await onSignedIn(await signInApi.withPasskey.call(await sign()))
    } catch (failure) {
      if (!isGivenUp(failure)) setError(asError(failure))
      setRound((last) => last + 1)
    } finally {
      setBusy(false)
    }
  }
  useOfferInField(isOffered && !busy, round, (signed) => signIn(async () => signed))

  const start = async () => {
    if (busy) return
    await signIn(async () => (await loadWebAuthn()).answerWithPasskey(await signInApi.beginPasskeySignIn.call({})))
  }
  return { isOffered, busy, error, start, reset: () => setError(null) }
}

const asError = (failure: unknown) => (failure instanceof Error ? failure : new Error('unknown', { cause: failure }))

/** Nobody has asked for it: what goes wrong before a passkey was chosen is not told. */
function useOfferInField(isWanted: boolean, round: number, onChosen: (signed: PasskeySignInInput) => Promise<void>) {
  const chosen = useRef(onChosen)
  useEffect(() => {
    chosen.current = onChosen
  })
  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    const offer = async () => {
      const { answerWithPasskey, offersInField } = await loadWebAuthn()
      if (!(await offersInField())) return
      const asked = await signInApi.beginPasskeySignIn.call({})
      if (isOver) return
      const signed = await answerWithPasskey(asked, { inField: true })
      if (!isOver) await chosen.current(signed)
    }
    const offerQuietly = () => void offer().catch(() => undefined)
    offerQuietly()
    const timer = setInterval(offerQuietly, offerAgainMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isWanted, round])
  // The page is left: the browser's offer goes with it.
  useEffect(
    () => () =>
      void loadWebAuthn().then(
        ({ stopAsking }) => stopAsking(),
        () => undefined,
      ),
    [],
  )
}
