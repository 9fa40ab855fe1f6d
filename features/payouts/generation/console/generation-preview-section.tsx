import { IconCash } from '@tabler/icons-react'
import { DateText } from '@quaff/platform/console/display/date-time'
import { formatCount, formatShare } from '@quaff/platform/console/display/figures/figure-text'
import { inZone } from '@quaff/platform/console/display/measured/measured-words'
import { Notice } from '@quaff/platform/console/display/notice'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { PayoutPreview } from '../contract'
import { PreviewTable, type MoreRows } from './preview-table'
import classes from './generate.module.css'

interface GenerationPreviewProps {
  pages: readonly PayoutPreview[]
  /** Payouts that would be generated. */
  fresh: number
  more: MoreRows
}

export function GenerationPreview({ pages, fresh, more }: GenerationPreviewProps) {
  const [preview] = pages
  if (!preview || fresh + preview.existing === 0)
    return <EmptyState icon={IconCash} title="Nothing to pay" text="No charges or open adjustments this month." />
  return (
    <>
      <p className="q-secondary" role="status">
        {sentenceOf(fresh, preview.existing)}
      </p>
      {hintsOf(preview).map((hint) => (
        <Notice key={hint} tone="warn">
          {hint}
        </Notice>
      ))}
      <div className={classes.preview}>
        <PreviewTable pages={pages} total={fresh + preview.existing} more={more} />
      </div>
      <p className="q-caption">
        {`Net = gross − platform fee of ${formatShare(preview.feeBasisPoints / 10_000, 2)} ± adjustments. Period: `}
        <DateText value={preview.start} timeZone={preview.timeZone} style="datetime" /> to{' '}
        <DateText value={preview.end} timeZone={preview.timeZone} style="datetime" />
        {inZone(preview.timeZone)}.
      </p>
    </>
  )
}

function sentenceOf(fresh: number, existing: number): string {
  const exist = `${formatCount(existing)} already generated`
  if (fresh === 0) return exist
  return existing === 0 ? `${formatCount(fresh)} new` : `${formatCount(fresh)} new · ${exist}`
}

function hintsOf({ late, withoutBank, belowZero, overlaps }: PayoutPreview): string[] {
  const of = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`
  return [
    withoutBank > 0 &&
      `${of(withoutBank, 'payout has', 'payouts have')} no complete bank details. The bank file leaves them out.`,
    overlaps > 0 &&
      `${of(overlaps, 'charge overlaps', 'charges overlap')} another period and ${overlaps === 1 ? 'is' : 'are'} held. Decide in the subscription’s charges.`,
    late > 0 && `Includes ${of(late, 'late charge', 'late charges')} from earlier months.`,
    belowZero > 0 &&
      `${of(belowZero, 'payout is', 'payouts are')} below zero. Carry over or adjust before you approve.`,
  ].filter((hint) => hint !== false)
}
