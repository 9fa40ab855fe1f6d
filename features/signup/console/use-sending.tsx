import { useCallback, useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import type { SignupReceipt } from '../contract'
import { type ApplicationDraft, applicationOf } from './application-draft'
import { keptProof, keptStart } from './kept-application'
import type { SignupApi } from './signup-api-widget'

interface Sending {
  api: SignupApi
  draft: ApplicationDraft
  onAnswer: (receipt: SignupReceipt) => void
  onProofLost: () => void
}

/** "slow" keeps retrying; "correct" and "stop" wait for the user. */
export type SendingState = { isSlow: boolean; failure: Extract<Failure, { kind: 'correct' | 'stop' }> | null }

/** Sends the application until the server responds. Retries share one key, so they create only one application. */
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

type Failure =
  /** The connection or the server: tried again by itself. */
  | { kind: 'again' }
  /** The mailbox has to be proved once more. */
  | { kind: 'prove' }
  /** The page was open for a day. */
  | { kind: 'renew' }
  /** An answer is wrong: back to the form. */
  | { kind: 'correct'; text: string }
  /** The user decides: shows the server's message and a button. */
  | { kind: 'stop'; text: string }

const sendingLimits = { slowMs: 30_000, attemptMs: 15_000 } as const

const tooLong = 'Your answers are too long. Shorten them and send the application again.'
const passing = new Set([408, 425, 500, 502, 503, 504])

export function failureOf(error: unknown): Failure {
  const status = statusOf(error)
  const text = error instanceof Error ? error.message : ''
  const reason = reasonOf(error)
  if (status === undefined || passing.has(status) || reason === 'FORM_EARLY') return { kind: 'again' }
  if (reason === 'PROOF') return { kind: 'prove' }
  if (reason === 'FORM_EXPIRED') return { kind: 'renew' }
  if (status === 400) return { kind: 'correct', text }
  if (status === 413) return { kind: 'correct', text: tooLong }
  return { kind: 'stop', text }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined
}

const longestPauseMs = 15_000

/** 1, 2, 4, 8 seconds and then every 15. */
export function pauseMs(failedAttempts: number): number {
  return Math.min(longestPauseMs, 1_000 * 2 ** Math.max(0, failedAttempts - 1))
}
