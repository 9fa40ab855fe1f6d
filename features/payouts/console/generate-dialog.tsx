import { Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { counted, formatCount } from '@quaff/platform/console/display/formats'
import { Notice, Panel, SkeletonText } from '@quaff/platform/console/display/panel'
import { isUnconfirmedText } from '@quaff/platform/console/forms/error-text'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import { CommandButton } from '@quaff/platform/console/frame/page-header'
import { BulkResultList, ProgressDialog } from '@quaff/platform/console/list/bulk/bulk-results-dialog'
import { ErrorState, ReadingState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PayoutPreview } from '../generation-contract'
import { periodName } from '../period-rules'
import { GenerationPreview } from './generation-preview-section'
import { MissingMonths, missingText, type Month } from './missing-months-section'
import { payoutsApi } from './payout-queries'
import { type Candidate, type MerchantOutcome, readCandidates, useGeneration } from './use-generation'
import classes from './payouts.module.css'

interface GenerateDialogProps {
  /** The month of the list's filter. */
  period: string | undefined
  scopedTo: { id: string; name: string } | undefined
  onClose: () => void
  onShow: (period: string) => void
}

/** Opening the dialog only reads. Its button generates the payouts. */
export function GenerateDialog({ period: wanted, scopedTo, onClose, onShow }: GenerateDialogProps) {
  const periods = useQuery(payoutsApi.periods.queryOptions({ staleTime: 0 }))
  const months = periods.data?.periods ?? []
  const [chosen, setChosen] = useState<string>()
  const fallback = months.find((month) => month.period === wanted) ?? months[0]
  const period = chosen ?? fallback?.period
  if (period === undefined)
    return (
      <Dialog opened onClose={onClose} title="Generate payouts" size="wide">
        <ReadingState query={periods} lines={6} what="months" />
        {periods.data && <p>No month has ended yet.</p>}
      </Dialog>
    )
  return (
    <MonthDialog
      period={period}
      months={months}
      scopedTo={scopedTo}
      onChoose={setChosen}
      onClose={onClose}
      onShow={() => onShow(period)}
    />
  )
}

type MonthDialogProps = Pick<GenerateDialogProps, 'scopedTo' | 'onClose'> & {
  period: string
  months: readonly Month[]
  onChoose: (period: string) => void
  onShow: () => void
}

type Requested = { period: string; merchantId: string | undefined }

function useMonthGeneration(requested: Requested, onDone: () => void) {
  const generation = useGeneration(requested.period, (payouts) => {
    notifySuccess(`${counted(payouts, 'payout')} generated`, 'Merchants can’t see drafts.')
    onDone()
  })
  const query = useInfiniteQuery(
    payoutsApi.preview.infiniteOptions({
      input: (next: PayoutPreview['next']) => ({ ...requested, ...next }),
      initialPageParam: null,
      getNextPageParam: (last) => last.next,
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  const pages = query.isPlaceholderData ? undefined : query.data?.pages
  const fresh = (pages?.[0]?.totals ?? []).reduce((sum, { count }) => sum + count, 0)
  const generate = () => {
    if (!generation.isRunning && fresh > 0) void generation.run(() => readCandidates(requested), fresh)
  }
  const content = (
    <>
      {!pages && query.isFetching && <SkeletonText lines={8} />}
      {!pages && query.isError && <ErrorState what="preview" onRetry={() => void query.refetch()} />}
      {pages && (
        <GenerationPreview
          pages={pages}
          fresh={fresh}
          more={{
            hasMore: query.hasNextPage,
            loading: query.isFetchingNextPage,
            failed: query.isFetchNextPageError,
            onLoadMore: () => void query.fetchNextPage(),
          }}
        />
      )}
    </>
  )
  return { generation, fresh, generate, content, isReading: !pages && query.isFetching }
}

type RunningProps = Pick<ReturnType<typeof useMonthGeneration>, 'generation'> & {
  onShow: () => void
  onClose: () => void
}

function RunningDialog({ generation, onShow, onClose }: RunningProps) {
  if (generation.isRunning)
    return (
      <ProgressDialog
        label="Generate payouts"
        unit="merchants"
        done={generation.done}
        total={generation.total}
        onStop={generation.stop}
      />
    )
  if (!generation.outcomes) return null
  return (
    <GenerationResultDialog
      outcomes={generation.outcomes}
      onRetry={(missed) => void generation.run(() => Promise.resolve(missed), missed.length)}
      onShow={onShow}
      onClose={onClose}
    />
  )
}

export function GenerationSection({ period, onDone }: { period: string; onDone: () => void }) {
  const { generation, fresh, generate, content } = useMonthGeneration({ period, merchantId: undefined }, onDone)
  return (
    <Panel
      title="Preview"
      actions={
        fresh > 0 && (
          <CommandButton
            variant="primary"
            loading={generation.isRunning}
            command={{
              id: 'payouts.generateMonth',
              label: `Generate ${counted(fresh, 'payout')}`,
              icon: IconPlus,
              run: generate,
            }}
          />
        )
      }
    >
      <div className="q-stack">{content}</div>
      <RunningDialog generation={generation} onShow={onDone} onClose={onDone} />
    </Panel>
  )
}

function MonthDialog({ period, months, scopedTo, onChoose, onClose, onShow }: MonthDialogProps) {
  const requested = { period, merchantId: scopedTo?.id }
  const { generation, fresh, generate, content, isReading } = useMonthGeneration(requested, onShow)
  if (generation.isRunning || generation.outcomes)
    return <RunningDialog generation={generation} onShow={onShow} onClose={onClose} />
  return (
    <Dialog
      opened
      size="wide"
      onClose={onClose}
      title="Generate payouts"
      description={`Creates one draft payout per merchant and currency${scopedTo ? `, only for ${isolated(scopedTo.name)}` : ''}.`}
      onSubmit={generate}
      footer={
        <DialogButtons onCancel={onClose} disabled={fresh === 0} loading={isReading}>
          {fresh === 0 ? 'Generate payouts' : `Generate ${counted(fresh, 'payout')}`}
        </DialogButtons>
      }
    >
      <Select
        label="Month"
        className={classes.field}
        allowDeselect={false}
        data={months.map((month) => ({ value: month.period, label: periodName(month.period) }))}
        renderOption={({ option }) => months.filter((month) => month.period === option.value).map(monthLabel)}
        value={period}
        onChange={(value) => value && onChoose(value)}
      />
      {!scopedTo && <MissingMonths months={months.filter((month) => month.period !== period)} onOpen={onChoose} />}
      {content}
    </Dialog>
  )
}

/** "October 2026, 12 generated" or "October 2026, $4,211.00 to generate" */
function monthLabel(month: Month): string {
  const { period, payoutCount, missing } = month
  return [
    periodName(period),
    ...(payoutCount > 0 ? [`${formatCount(payoutCount)} generated`] : []),
    ...(missing.length > 0 ? [`${missingText(month)} to generate`] : []),
  ].join(', ')
}

interface GenerationResultDialogProps {
  outcomes: readonly MerchantOutcome[]
  onRetry: (merchants: readonly Candidate[]) => void
  onShow: () => void
  onClose: () => void
}

function GenerationResultDialog({ outcomes, onRetry, onShow, onClose }: GenerationResultDialogProps) {
  const of = (outcome: MerchantOutcome['outcome']) => outcomes.filter((one) => one.outcome === outcome)
  const [generated, existing, empty, failed, untried] = (
    ['generated', 'exists', 'nothing', 'failed', 'untried'] as const
  ).map(of)
  const missed = [...(failed ?? []), ...(untried ?? [])]
  const isUnconfirmed = (failed ?? []).some(({ error }) => isUnconfirmedText(error))
  const payouts = (generated ?? []).reduce((sum, one) => sum + one.payouts, 0)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isUnconfirmed ? 'Result not confirmed' : `${counted(payouts, 'payout', 'payouts')} generated`}
      description={payouts > 0 ? 'Review and approve them next. Merchants can’t see drafts.' : undefined}
      footer={
        <>
          {missed.length > 0 && (
            <Button
              onClick={() => onRetry(missed)}
            >{`Retry ${counted(missed.length, 'merchant', 'merchants')}`}</Button>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" data-autofocus onClick={onShow}>
            Show drafts
          </Button>
        </>
      }
    >
      <ul className={classes.outcome} aria-label="Result">
        <li>{`${counted(generated?.length ?? 0, 'merchant', 'merchants')} generated.`}</li>
        {(existing?.length ?? 0) > 0 && (
          <li>{`${counted(existing?.length ?? 0, 'merchant', 'merchants')} already generated.`}</li>
        )}
        {(empty?.length ?? 0) > 0 && (
          <li>{`${counted(empty?.length ?? 0, 'merchant', 'merchants')} with nothing to pay.`}</li>
        )}
        {(untried?.length ?? 0) > 0 && (
          <li>{`${counted(untried?.length ?? 0, 'merchant', 'merchants')} not tried.`}</li>
        )}
      </ul>
      {(failed?.length ?? 0) > 0 && (
        <>
          <Notice tone="danger" announce>
            {`${counted(failed?.length ?? 0, 'merchant', 'merchants')} ${isUnconfirmed ? 'not confirmed' : 'failed'}. You can retry safely.`}
          </Notice>
          <BulkResultList
            label={isUnconfirmed ? 'Merchants not confirmed' : 'Failed merchants'}
            done="generated"
            results={(failed ?? []).map(({ id, name, error }) => ({ id, name, ok: false, error }))}
          />
        </>
      )}
    </Dialog>
  )
}
