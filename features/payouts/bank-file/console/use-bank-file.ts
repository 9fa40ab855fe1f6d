import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { normalizeNumber } from '@quaff/features/banking/rules'
import { useRecentSignIn } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { useRefetch } from '@quaff/platform/console/query-client'
import { downloadFile, type SavedFile } from '@quaff/platform/console/rpc'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { type BankFileFormat, type ControlTotal, controlTotalHeader } from '../../bank-file-contract'
import { formatsFor } from '../../bank-file-rules'
import { payoutsApi } from '../../console/payout-queries'
import type { PayoutRow } from '../../contract'
import { bankFilePlan, currenciesOf } from './bank-file-plan'

const failed = 'Couldn’t create the file. Try again.'

export function useBankFile(wanted: string | undefined) {
  const refetch = useRefetch(payoutsApi.key())
  const [problem, setProblem] = useState<string>()
  const [chosenPeriod, setPeriod] = useState<string>()
  const [chosenCurrency, setCurrency] = useState<string>()
  const [chosenFormat, setFormat] = useState<BankFileFormat>('csv')
  const [payerIban, setPayerIban] = useState('')
  const [saved, setSaved] = useState<SavedBankFile>()
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
  const formats = formatsFor(currency ?? '')
  const format = formats.find((one) => one === chosenFormat) ?? 'csv'
  const fit = useQuery({
    ...payoutsApi.bankFileFit.queryOptions({ input: { period: period ?? '', currency: currency ?? '', format } }),
    enabled: period !== undefined && currency !== undefined && format !== 'csv',
    staleTime: 0,
  })
  const unfit = new Map(fit.data?.unfit.map(({ payoutId, reason }) => [payoutId, reason]))
  const isKnown = format === 'csv' || fit.data !== undefined
  const plan =
    payouts.data && currency !== undefined && isKnown ? bankFilePlan(payouts.data, currency, again, unfit) : undefined
  const missingSettings = format === 'csv' ? [] : (fit.data?.missingSettings ?? [])

  const gate = useRecentSignIn(
    async () => {
      if (period === undefined || currency === undefined) return
      setProblem(undefined)
      const repeated = plan?.earlier.flatMap(({ id }) => (again.has(id) ? [id] : [])) ?? []
      const body = {
        period,
        currency,
        ...(format !== 'csv' && { format }),
        ...(format === 'pain001' && { payerIban: normalizeNumber(payerIban) }),
        ...(repeated.length > 0 && { again: repeated }),
      }
      setSaved(savedBankFile(await downloadFile({ path: '/api/files/bank-file', body }), currency))
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
    formats,
    format,
    setFormat,
    fit,
    missingSettings,
    payerIban,
    setPayerIban,
    saved,
    plan,
    again,
    payAgain,
    gate,
    problem,
  }
}

export type BankFile = ReturnType<typeof useBankFile>

/** Reads every status, because the dialog also lists the excluded payouts. */
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

export type SavedBankFile = ControlTotal & { fileName: string; currency: string }

function savedBankFile(file: SavedFile | undefined, currency: string): SavedBankFile {
  const total: Partial<ControlTotal> = JSON.parse(file?.headers.get(controlTotalHeader) ?? '{}')
  const { count = 0, sumMinor = 0, checksum = '' } = total
  return { count, sumMinor, checksum, currency, fileName: file?.fileName ?? '' }
}
