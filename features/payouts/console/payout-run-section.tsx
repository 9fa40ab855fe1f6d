import { IconCash, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { Notice, Panel, SkeletonText } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { commandId } from '@quaff/platform/console/frame/command'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import { EmptyState, ReadingState } from '@quaff/platform/console/list/list-states'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { useSteady } from '@quaff/platform/console/use-steady'
import { runSteps, type PayoutRun, type RunRow, type RunStep } from '../contract'
import { periodName, shiftPeriod } from '../period-rules'
import { countByStatus, currentStep, inRunOrder, totalsOf } from '../run-rules'
import { GenerationSection } from './generate-dialog'
import { missingText, PaidOverlaps, type Month } from './missing-months-section'
import { PastRuns } from './past-runs-section'
import { payoutCommands, type ProgressAction } from './payout-commands-widget'
import { payoutsApi } from './payout-queries'
import { runAddress, type ChangePayoutSearch, type PayoutSearch } from './payout-search-widget'
import { BackLink } from './payout-texts'
import { RunList } from './run-list'
import { BankFiles, Blockers, RunTotals } from './run-panels'
import { useRunActions } from './use-run-actions'
import classes from './run.module.css'

const PayoutSheet = deferred(async () => (await import('./payout-sheet')).PayoutSheet)
const GenerateDialog = deferred(async () => (await import('./generate-dialog')).GenerateDialog)
const BankFileDialog = deferred(async () => (await import('../bank-file/console/bank-file-dialog')).BankFileDialog)

type RunProps = { search: PayoutSearch; onSearch: ChangePayoutSearch }

export function PayoutRuns({ search, onSearch }: RunProps) {
  // Charges are reviewed on another page, which cannot refresh the data of this one.
  const query = useQuery({ ...payoutsApi.periods.queryOptions(), staleTime: 0 })
  const months = query.data?.periods
  const isEmpty = months?.every(({ payoutCount, missing }) => payoutCount === 0 && missing.length === 0)
  const period = search.run ?? (months && firstOpen(months))
  const close = () => onSearch({ action: undefined }, { replace: true })
  return (
    <div className="q-stack-loose">
      {!query.data && <ReadingState query={query} lines={8} what="payouts" />}
      {isEmpty && <NoRuns />}
      {query.data && !isEmpty && search.view === 'runs' && <PastRuns months={query.data.periods} />}
      {query.data && <PaidOverlaps {...query.data} />}
      {query.data && !isEmpty && search.view !== 'runs' && period !== undefined && (
        <Run
          key={period}
          {...{ search, onSearch, period }}
          months={query.data.periods}
          timeZone={query.data.timeZone}
        />
      )}
      {search.action === 'generate' && (
        <GenerateDialog
          period={search.run}
          scopedTo={undefined}
          onClose={close}
          onShow={(run) => onSearch({ action: undefined, run, step: undefined, view: undefined })}
        />
      )}
      {search.action === 'bank-file' && <BankFileDialog period={period} onClose={close} />}
    </div>
  )
}

function NoRuns() {
  return (
    <>
      <PageHeader title="Payouts" />
      <Panel flush>
        <EmptyState
          icon={IconCash}
          title="No payouts yet"
          text="Runs appear here after the first month with charges ends."
          action={<ButtonLink to="/merchants">View merchants</ButtonLink>}
        />
      </Panel>
    </>
  )
}

/** One month: generate, review and approve, pay, confirm. Opens at the first step with something to do. */
function Run({
  search,
  onSearch,
  period,
  months,
  timeZone,
}: RunProps & { period: string; months: readonly Month[]; timeZone: string }) {
  const month = months.find((one) => one.period === period)
  const { rows, files, query } = useRun(period)
  const step = search.step ?? currentStep(rows ?? [])
  const run = useRunActions(period, () => onSearch({ step: undefined, run: period }, { replace: true }))
  const open = useSteady((id: string) => onSearch({ id, run: period }))
  // Dialogs open over the payout's sheet, so that its amounts are visible.
  const start = useSteady((action: ProgressAction, { id }: { id: string }) => {
    open(id)
    runWhenOpen(commandId(payoutCommands, action), id)
  })
  useIdlePreload(PayoutSheet)
  return (
    <>
      <BackLink to="/payouts?view=runs">All runs</BackLink>
      <PageHeader
        title={periodName(period)}
        beside={
          <>
            <MonthLink period={shiftPeriod(period, -1)} label="Previous month" icon={IconChevronLeft} months={months} />
            <MonthLink period={shiftPeriod(period, 1)} label="Next month" icon={IconChevronRight} months={months} />
          </>
        }
        description={<span role="status">{rows ? summaryOf(rows) : 'Loading…'}</span>}
        actions={<ButtonLink to="/payouts?view=all">All payouts</ButtonLink>}
      />
      {!rows && <ReadingState query={query} lines={8} what="payouts" />}
      {!rows && query.data && <SkeletonText lines={8} />}
      {rows && <Steps period={period} rows={rows} step={step} />}
      {rows && rows.length > 0 && step !== 'generate' && month && <NotGenerated month={month} />}
      {rows && step === 'generate' && (
        <GenerationSection period={period} onDone={() => onSearch({ run: period, step: undefined })} />
      )}
      {rows && step !== 'generate' && (
        <>
          <Blockers rows={rows} run={run} />
          {(step === 'pay' || files.length > 0) && (
            <BankFiles
              {...{ rows, files, timeZone, run }}
              onFormats={() => onSearch({ action: 'bank-file', run: period })}
            />
          )}
          {step !== 'pay' && rows.length > 0 && <RunTotals rows={rows} />}
          {rows.length > 0 && (
            <RunList key={step} {...{ rows, period, step, run }} onAction={start} openId={search.id} onOpen={open} />
          )}
        </>
      )}
      {run.dialogs}
      {search.id !== undefined && (
        <PayoutSheet
          id={search.id}
          rows={rows ?? []}
          total={rows?.length}
          isManager
          onOpen={(id) => onSearch({ id }, { replace: true })}
          onClose={() => onSearch({ id: undefined })}
        />
      )}
    </>
  )
}

function NotGenerated({ month }: { month: Month }) {
  if (month.missing.length === 0) return null
  return (
    <Notice
      tone="warn"
      title={`${missingText(month)} isn’t generated`}
      action={
        <ButtonLink size="sm" to={`${runAddress(month.period)}&step=generate`}>
          Generate the rest
        </ButtonLink>
      }
    >
      Some merchants have charges this month but no payout.
    </Notice>
  )
}

function firstOpen(months: readonly Month[]): string {
  const isOpen = ({ payoutCount, sums, missing }: Month, index: number) =>
    payoutCount === 0 ? index === 0 && missing.length > 0 : sums.some(({ status }) => status !== 'confirmed')
  return (months.find(isOpen) ?? months[0])?.period ?? ''
}

/** Reads all pages of a month. `rows` is undefined until they are complete, because sums of a part would be wrong. */
function useRun(period: string) {
  const query = useInfiniteQuery(
    payoutsApi.run.infiniteOptions({
      input: (cursor: string | undefined) => ({ period, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last: PayoutRun) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
  )
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const rows = useMemo(
    () => (data && !hasNextPage ? inRunOrder(data.pages.flatMap((page) => page.rows)) : undefined),
    [data, hasNextPage],
  )
  return { rows, files: data?.pages[0]?.files ?? [], query }
}

function summaryOf(rows: readonly RunRow[]): string {
  if (rows.length === 0) return 'Not generated yet'
  const currencies = totalsOf(rows).length
  const confirmed = rows.filter(({ status }) => status === 'confirmed').length
  const state = confirmed === rows.length ? 'all confirmed' : confirmed > 0 && `${formatCount(confirmed)} confirmed`
  return [counted(rows.length, 'payout'), counted(currencies, 'currency', 'currencies'), state]
    .filter(Boolean)
    .join(' · ')
}

type MonthLinkProps = { period: string; label: string; icon: typeof IconChevronLeft; months: readonly Month[] }

function MonthLink({ period, label, icon, months }: MonthLinkProps) {
  if (!months.some((month) => month.period === period)) return null
  return (
    <AppLink to={runAddress(period)} className={classes.arrow} aria-label={`${label}, ${periodName(period)}`}>
      <Glyph icon={icon} />
    </AppLink>
  )
}

const stepLabels = {
  generate: 'Generate',
  approve: 'Review & approve',
  pay: 'Pay',
  confirm: 'Confirm',
} as const satisfies Record<RunStep, string>

function Steps({ period, rows, step: shown }: { period: string; rows: readonly RunRow[]; step: RunStep }) {
  const counts = countByStatus(rows)
  const open = { approve: counts.draft, pay: counts.approved + counts.failed, confirm: counts.sent }
  const total = rows.length
  const left = (count: number, verb: string) => count > 0 && `${formatCount(count)} ${verb}`
  const captions = {
    generate: total > 0 && counted(total, 'payout'),
    approve: left(open.approve, 'to approve'),
    pay: left(open.pay, 'to pay'),
    confirm: left(open.confirm, 'to confirm') || left(counts.confirmed, 'confirmed'),
  }
  const isDone = {
    generate: total > 0,
    approve: total > 0 && open.approve === 0,
    pay: total > 0 && open.approve + open.pay === 0,
    confirm: total > 0 && counts.confirmed === total,
  }
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {runSteps.map((step, index) => (
          <li key={step} data-done={isDone[step]}>
            <AppLink to={`${runAddress(period)}&step=${step}`} aria-current={step === shown ? 'step' : undefined}>
              <span className={classes.number} aria-hidden>
                {isDone[step] ? '✓' : index + 1}
              </span>
              <span>
                <b>{stepLabels[step]}</b>
                <span className="q-caption">
                  {isDone[step] && <span className="q-hidden">Done. </span>}
                  {captions[step]}
                </span>
              </span>
            </AppLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
