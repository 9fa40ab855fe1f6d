import { IconChecks, IconX } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { ProgressBar } from '@quaff/platform/console/display/charts/meter'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { Panel } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { EmptyState, ErrorState } from '@quaff/platform/console/list/list-states'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { SplitView } from '@quaff/platform/console/list/split/split-view'
import type { MerchantView } from '../../console/merchant-search-widget'
import type { MerchantSheetParts } from '../../console/sheet-parts-widget'
import type { ReviewItem } from '../../contract'
import { ReviewMerchantPanel } from './review-merchant-panel'
import { priorityText, waitingText } from './review-words'
import { useReviewDesk } from './use-review-desk'
import classes from './review-desk.module.css'

interface ReviewDeskProps {
  /** What other features draw of the merchant that is looked at. */
  parts: Pick<MerchantSheetParts, 'tabs' | 'Terms'>
  id: string | undefined
  onOpen: (id: string | undefined) => void
  /** Leaves the desk for the record in the list. */
  onOpenRecord: (id: string, view: MerchantView) => void
  onLeave: () => void
}

/** One merchant after the other, by keyboard alone or by thumb. */
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
        {current && `${answered} of ${total} reviewed. Now ${current.name}.`}
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
  lines: [`${waitingText(item.daysWaiting)} · ${item.completeness}% complete`, priorityText(item)],
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
