import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRecentSignIn } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import { downloadFile } from '@quaff/platform/console/rpc'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { payoutsApi } from '../../console/payout-queries'
import type { PayoutRow } from '../../contract'
import { periodName } from '../../period/rules'
import { bankFilePlan, currenciesOf } from './bank-file-plan'

const failed = 'The file could not be made. Try again.'

/** Month and currency, what is in their file, and the download, which asks for a recent sign-in. */
export function useBankFile(wanted: string | undefined, onClose: () => void) {
  const refetch = useRefetch(payoutsApi.key())
  const [problem, setProblem] = useState<string>()
  const [chosenPeriod, setPeriod] = useState<string>()
  const [chosenCurrency, setCurrency] = useState<string>()
  const [again, setAgain] = useState<ReadonlySet<string>>(new Set())
  const periods = useQuery(payoutsApi.periods.queryOptions({ staleTime: 0 }))
  const months = (periods.data?.periods ?? []).filter(({ payoutCount }) => payoutCount > 0)
  const fallback = months.find((month) => month.period === wanted) ?? months[0]
  const period = chosenPeriod ?? fallback?.period
  const payouts = useQuery({
    queryKey: [...payoutsApi.list.key(), 'bank-file', period],
    queryFn: ({ signal }) => readPeriod(period ?? '', signal),
    enabled: period !== undefined,
    staleTime: 0,
  })
  const currencies = currenciesOf(payouts.data ?? [])
  const currency = currencies.find((code) => code === chosenCurrency) ?? currencies[0]
  const plan = payouts.data && currency !== undefined ? bankFilePlan(payouts.data, currency, again) : undefined

  const gate = useRecentSignIn(
    async () => {
      if (period === undefined || currency === undefined) return
      setProblem(undefined)
      const repeated = plan?.earlier.flatMap(({ id }) => (again.has(id) ? [id] : [])) ?? []
      const body = { period, currency, ...(repeated.length > 0 && { again: repeated }) }
      await downloadFile({ path: '/api/files/bank-file', body })
      notifySuccess(
        `Bank file of ${periodName(period)} downloaded`,
        'It holds whole account numbers: delete it once the bank has it, then mark the payouts as sent.',
      )
      onClose()
      await refetch()
    },
    (error) => setProblem(error instanceof Error ? error.message : failed),
  )
  const payAgain = (id: string, wantsIt: boolean) =>
    setAgain((before) => new Set(wantsIt ? [...before, id] : [...before].filter((one) => one !== id)))
  return {
    periods,
    months,
    period,
    setPeriod,
    payouts,
    currencies,
    currency,
    setCurrency,
    plan,
    again,
    payAgain,
    gate,
    problem,
  }
}

/** All payouts of a month, whatever their status: who is left out has to be said as well. */
async function readPeriod(period: string, signal: AbortSignal): Promise<PayoutRow[]> {
  const rows: PayoutRow[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof payoutsApi.list.call>> = await payoutsApi.list.call(
      { period, limit: pageLimits.maxSize, cursor },
      { signal },
    )
    rows.push(...page.rows)
    cursor = page.hasMore ? page.nextCursor : null
  } while (cursor !== null)
  return rows
}
