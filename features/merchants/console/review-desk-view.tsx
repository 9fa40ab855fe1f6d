import { IconChecks, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/bar-list'
import { counted } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { EmptyState, ErrorState } from '@quaff/platform/console/list/list-states'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { SplitView } from '@quaff/platform/console/list/split-view'
import { isolated } from '@quaff/platform/shared/readable-text'
import { type ReviewItem, reviewLimits } from '../contract'
import { merchantsApi } from './merchant-queries-widget'
import type { MerchantSheetParts, MerchantView } from './merchant-search-widget'
import { reasonsText, ReviewMerchantPanel, waitingText } from './review-merchant-panel'
import classes from './merchant-sheet.module.css'

interface ReviewDeskProps {
  parts: Pick<MerchantSheetParts, 'tabs' | 'Terms'>
  id: string | undefined
  onOpen: (id: string | undefined) => void
  /** Leaves the desk for the record in the list. */
  onOpenRecord: (id: string, view: MerchantView) => void
  onLeave: () => void
}

export function ReviewDesk({ parts, id, onOpen, onOpenRecord, onLeave }: ReviewDeskProps) {
  const desk = useReviewDesk(id, onOpen)
  const { queue, waiting, current, answered, total } = desk
  const keys = (keys: string, label: string, run: (() => void) | undefined) =>
    run ? [{ keys, label, section: 'Review desk', run }] : []
  useShortcuts([
    ...keys('arrowleft', 'Previous merchant', desk.goPrevious),
    ...keys('arrowright', 'Next merchant', desk.goNext),
    ...keys('escape', 'Close review desk', onLeave),
  ])
  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Review desk"
        actions={
          <>
            {total > 0 && <Progress answered={answered} total={total} />}
            <Button icon={IconX} shortcut="Esc" onClick={onLeave}>
              Leave
            </Button>
          </>
        }
      />
      <p className="q-hidden" role="status">
        {current && `${answered} of ${total} reviewed. Now ${isolated(current.name)}.`}
      </p>
      {queue.isPending && <Panel loading />}
      {queue.isError && !queue.data && (
        <Panel flush>
          <ErrorState what="the review queue" onRetry={() => void queue.refetch()} />
        </Panel>
      )}
      {queue.data && !current && (
        <Panel flush>
          <EmptyState
            icon={IconChecks}
            title={answered > 0 ? 'All reviewed' : 'No merchants to review'}
            text={answered > 0 ? doneText(answered) : 'Merchants appear here when they request approval.'}
            action={<Button onClick={onLeave}>Back to the list</Button>}
          />
        </Panel>
      )}
      {current && (
        <SplitView
          name="Review queue"
          entries={waiting.map(entryOf)}
          openId={current.id}
          isNamed={id !== undefined}
          hrefOf={(merchantId) => `?desk=1&id=${merchantId}`}
          onOpen={onOpen}
          foot={
            <LoadMore
              shown={waiting.length}
              total={desk.waitingTotal}
              hasMore={desk.hasMore}
              loading={desk.isLoadingMore}
              onLoadMore={desk.loadMore}
              failed={desk.hasFailed}
            />
          }
        >
          <ReviewMerchantPanel
            key={current.id}
            item={current}
            parts={parts}
            isGone={desk.isGone}
            onAnswered={desk.answer}
            onPrevious={desk.goPrevious}
            onNext={desk.goNext}
            onOpenRecord={(view) => onOpenRecord(current.id, view)}
          />
        </SplitView>
      )}
    </div>
  )
}

/** Most urgent first, each with the reason. */
const entryOf = (item: ReviewItem) => ({
  id: item.id,
  title: item.name,
  lines: [`${waitingText(item.daysWaiting)} · ${item.completeness}% complete`, reasonsText(item)],
})

function doneText(answered: number): string {
  return `You have reviewed ${counted(answered, 'merchant')}. Nothing else waits.`
}

function Progress({ answered, total }: { answered: number; total: number }) {
  return (
    <span className={classes.progress}>
      <span className="q-caption q-num q-nowrap">{`${answered} of ${total} reviewed`}</span>
      <ProgressBar className={classes.bar} value={answered} max={total} label="Reviewed" />
    </span>
  )
}

/** Identifies a decided item: if review is requested again, the merchant counts as new. */
const keyOf = ({ id, waitingSince }: ReviewItem) => `${id} ${waitingSince.getTime()}`

function useReviewDesk(id: string | undefined, onOpen: (id: string) => void) {
  const client = useQueryClient()
  const [limit, setLimit] = useState<number>(reviewLimits.page)
  const queue = useQuery({
    ...merchantsApi.reviewQueue.queryOptions({ input: { limit } }),
    placeholderData: keepPreviousData,
  })
  const [answered, setAnswered] = useState<readonly string[]>([])
  const items = queue.data?.items ?? []
  const waiting = items.filter((item) => !answered.includes(keyOf(item)))
  // The server's count drops only at the next refetch.
  const waitingTotal = (queue.data?.total ?? 0) - (items.length - waiting.length)
  const { index, current, isGone } = usePlace(waiting, id, answered)
  const previous = waiting[index - 1]
  // If a colleague has decided the current one, the next is in its place.
  const next = waiting[isGone ? index : index + 1]
  const hasMore = limit < reviewLimits.ranked && (queue.data?.total ?? 0) > items.length
  const loadMore = () => setLimit(Math.min(limit + reviewLimits.page, reviewLimits.ranked))

  const nextId = next?.id
  useEffect(() => {
    if (nextId !== undefined)
      void client.prefetchQuery(merchantsApi.get.queryOptions({ input: { merchantId: nextId } }))
  }, [client, nextId])

  /** The next one opens by itself; behind the last one it is the first of those passed over. */
  const answer = () => {
    if (!current) return
    setAnswered((before) => [...before, keyOf(current)])
    const following = next ?? waiting.find((item) => item.id !== current.id)
    if (following) onOpen(following.id)
  }
  return {
    queue,
    waiting,
    current,
    /** A colleague has decided the open one: it stays visible until the user moves on. */
    isGone,
    answered: answered.length,
    waitingTotal,
    total: answered.length + waitingTotal,
    hasMore,
    isLoadingMore: queue.isPlaceholderData,
    hasFailed: queue.isError,
    /** Again, where the longer queue could not be had. */
    loadMore: queue.isError ? () => void queue.refetch() : loadMore,
    answer,
    goPrevious: previous && (() => onOpen(previous.id)),
    goNext:
      next &&
      (() => {
        // Loads more before the last item, so that arrow keys do not reach a false end.
        if (hasMore && !queue.isPlaceholderData && next === waiting.at(-1)) loadMore()
        onOpen(next.id)
      }),
  }
}

/** The open one stays open when it leaves the queue by another hand; only an own answer moves on. */
function usePlace(waiting: readonly ReviewItem[], id: string | undefined, answered: readonly string[]) {
  const [open, setOpen] = useState<{ item: ReviewItem; index: number }>()
  const wanted = id ?? open?.item.id
  const found = waiting.findIndex((item) => item.id === wanted)
  const isGone = found === -1 && open !== undefined && open.item.id === wanted && !answered.includes(keyOf(open.item))
  const index = isGone ? Math.min(open.index, waiting.length) : Math.max(found, 0)
  const current = isGone ? open.item : waiting[index]
  useEffect(() => {
    if (current && !isGone) setOpen({ item: current, index })
  }, [current, index, isGone])
  return { index, current, isGone }
}
