import { useCallback, useEffect, useRef, useState } from 'react'
import type { SignupReceipt } from '../contract'
import { applicationOf, type ApplicationDraft } from './application-draft'
import { keptProof, keptStart } from './kept-application'
import { failureOf, pauseMs, sendingLimits, type Failure } from './sending'
import type { SignupApi } from './signup-api-widget'

interface Sending {
  api: SignupApi
  draft: ApplicationDraft
  onAnswer: (receipt: SignupReceipt) => void
  onProofLost: () => void
}

/** "slow" goes on trying; "correct" and "stop" wait for a person. */
export type SendingState = { isSlow: boolean; failure: Extract<Failure, { kind: 'correct' | 'stop' }> | null }

/** Sends the application until it is answered. Whatever is sent twice carries one key, and makes one application. */
export function useSending({ api, draft, onAnswer, onProofLost }: Sending) {
  const [state, setState] = useState<SendingState>({ isSlow: false, failure: null })
  const [round, setRound] = useState(0)
  const handlers = useRef({ onAnswer, onProofLost })
  handlers.current = { onAnswer, onProofLost }

  useEffect(() => {
    const run = new AbortController()
    const slow = setTimeout(() => setState((now) => ({ ...now, isSlow: true })), sendingLimits.slowMs)
    const stop = (failure: SendingState['failure']) => setState((now) => ({ ...now, failure }))
    void sendUntilAnswered(api, draft, run.signal).then((end) => {
      if (run.signal.aborted) return
      clearTimeout(slow)
      if (end.kind === 'answered') handlers.current.onAnswer(end.receipt)
      else if (end.kind === 'prove') handlers.current.onProofLost()
      else stop(end)
    })
    return () => {
      clearTimeout(slow)
      run.abort()
    }
  }, [api, draft, round])

  const retry = useCallback(() => {
    setState({ isSlow: false, failure: null })
    setRound((count) => count + 1)
  }, [])
  return { state, retry }
}

type End = { kind: 'answered'; receipt: SignupReceipt } | Exclude<Failure, { kind: 'again' | 'renew' }>

async function sendUntilAnswered(api: SignupApi, draft: ApplicationDraft, signal: AbortSignal): Promise<End> {
  for (let failed = 1; ; failed++) {
    if (signal.aborted) return { kind: 'stop', text: '' }
    const proof = keptProof.read(draft)
    if (proof === null) return { kind: 'prove' }
    try {
      return { kind: 'answered', receipt: await sendOnce(api, draft, proof, signal) }
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'renew') keptStart.clear()
      else if (failure.kind !== 'again') return failure
      await untilNextAttempt(failure.kind === 'renew' ? 0 : pauseMs(failed), signal)
    }
  }
}

async function sendOnce(api: SignupApi, draft: ApplicationDraft, proof: string, signal: AbortSignal) {
  const startToken = keptStart.read() ?? (await openAgain(api))
  const input = { ...applicationOf(draft), proof, startToken, acceptsTerms: true as const }
  return api.submit(input, AbortSignal.any([signal, AbortSignal.timeout(sendingLimits.attemptMs)]))
}

async function openAgain(api: SignupApi): Promise<string> {
  const { startToken } = await api.open()
  keptStart.keep(startToken)
  return startToken
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true })
  })

/** A connection that comes back ends the pause. */
async function untilNextAttempt(ms: number, signal: AbortSignal): Promise<void> {
  const back = new AbortController()
  const onOnline = () => back.abort()
  window.addEventListener('online', onOnline)
  await wait(ms, AbortSignal.any([signal, back.signal]))
  window.removeEventListener('online', onOnline)
}
