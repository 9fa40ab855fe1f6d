import { useEffect, useRef, useState } from 'react'
import { endsAll, unreachableText, verbErrorText } from '@quaff/platform/console/forms/error-text'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import { generationLimits, type GeneratedPayouts, type PayoutPreview } from '../generation-contract'
import { payoutsApi } from './payout-queries'

export type Candidate = { id: string; name: string }
export type MerchantOutcome = Candidate & {
  outcome: GeneratedPayouts['results'][number]['outcome'] | 'failed' | 'untried'
  /** Number of payouts: one per currency. */
  payouts: number
  error: string | null
}

/** Generates in batches, to show progress and allow a stop. A repeated merchant adds nothing. */
export function useGeneration(period: string, onComplete: (payouts: number) => void) {
  const refetch = useRefetch(payoutsApi.key())
  const abort = useRef<AbortController>(undefined)
  const [done, setDone] = useState(0)
  const [total, setTotal] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const [outcomes, setOutcomes] = useState<readonly MerchantOutcome[]>()
  useEffect(() => () => abort.current?.abort(), [])

  /** `expected` is the shown total until the merchants are known. */
  const run = async (read: () => Promise<readonly Candidate[]>, expected: number) => {
    const controller = new AbortController()
    abort.current = controller
    setTotal(expected)
    setDone(0)
    setRunning(true)
    const merchants = await read().catch((error: unknown) => {
      notifyError('Couldn’t generate payouts', verbErrorText(error, undefined, unreachableText))
    })
    if (!merchants) return setRunning(false)
    setTotal(merchants.length)
    const found = await runInBatches(period, merchants, { signal: controller.signal, onProgress: setDone })
    const all = [...(outcomes ?? []).filter(({ id }) => !found.some((one) => one.id === id)), ...found]
    const payouts = all.reduce((sum, { outcome, payouts: own }) => sum + (outcome === 'generated' ? own : 0), 0)
    const isComplete = payouts > 0 && all.every(({ outcome }) => outcome !== 'failed' && outcome !== 'untried')
    setOutcomes(isComplete ? undefined : all)
    setRunning(false)
    await refetch()
    if (isComplete) onComplete(payouts)
  }
  return { done, total, isRunning, outcomes, run, stop: () => abort.current?.abort() }
}

/** Returns all merchants of the preview. Each appears once, even with several currencies. */
export async function readCandidates(requested: {
  period: string
  merchantId: string | undefined
}): Promise<Candidate[]> {
  const found = new Map<string, Candidate>()
  let next: PayoutPreview['next'] = null
  do {
    const page: PayoutPreview = await payoutsApi.preview.call({ ...requested, ...next })
    for (const { state, merchantId: id, merchantName: name } of page.rows)
      if (state === 'new') found.set(id, { id, name })
    ;({ next } = page)
  } while (next?.state === 'new')
  return [...found.values()]
}

type Watch = { signal: AbortSignal; onProgress: (done: number) => void }

async function runInBatches(period: string, merchants: readonly Candidate[], { signal, onProgress }: Watch) {
  const outcomes: MerchantOutcome[] = []
  let isOver = false
  for (let from = 0; from < merchants.length; from += generationLimits.batch) {
    const batch = merchants.slice(from, from + generationLimits.batch)
    if (isOver || signal.aborted) {
      outcomes.push(...batch.map((one) => ({ ...one, outcome: 'untried' as const, payouts: 0, error: null })))
      continue
    }
    try {
      const { results } = await payoutsApi.generate.call({ period, merchantIds: batch.map(({ id }) => id) })
      outcomes.push(...batch.map((one) => outcomeOf(one, results)))
    } catch (error) {
      const text = verbErrorText(error)
      outcomes.push(...batch.map((one) => ({ ...one, outcome: 'failed' as const, payouts: 0, error: text })))
      isOver = endsAll(error)
    }
    onProgress(Math.min(from + batch.length, merchants.length))
  }
  return outcomes
}

function outcomeOf(merchant: Candidate, results: GeneratedPayouts['results']): MerchantOutcome {
  const result = results.find(({ merchantId }) => merchantId === merchant.id)
  return { ...merchant, outcome: result?.outcome ?? 'nothing', payouts: result?.payoutIds.length ?? 0, error: null }
}
