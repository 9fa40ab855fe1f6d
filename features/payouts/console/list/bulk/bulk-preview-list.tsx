import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { MoneySumsText } from '../../money-sums-text'
import type { BulkPreview } from './bulk-preview'
import { bulkWords, payoutCount, type BulkAction } from './bulk-words'
import classes from './bulk.module.css'

/** Nobody reads on beyond these. */
const SHOWN = 100

/** What is left out comes first, each with the reason. */
export function BulkPreviewList({ action, preview }: { action: BulkAction; preview: BulkPreview }) {
  const { possible, impossible, sums, withoutBank } = preview
  const can = `${payoutCount(possible.length)} ${bulkWords[action].possible}`
  return (
    <>
      <p className="q-secondary" role="status">
        {impossible.length === 0 ? `${can}.` : `${can}, ${formatCount(impossible.length)} cannot.`}
      </p>
      {possible.length > 0 && <MoneySumsText label="Net" sums={sums} />}
      {action !== 'confirm' && withoutBank > 0 && (
        <Notice tone="warn">
          {withoutBank === 1
            ? '1 of them has no complete bank details: the bank file leaves it out.'
            : `${formatCount(withoutBank)} of them have no complete bank details: the bank file leaves them out.`}
        </Notice>
      )}
      <ul className={classes.list} aria-label="Preview" tabIndex={0}>
        {impossible.slice(0, SHOWN).map(({ id, name, reason }) => (
          <li key={id} data-possible={false}>
            <Glyph icon={IconBan} className={classes.mark} />
            <span className="q-grow">
              <span className="q-strong">{name}</span>
              <span className={`q-caption ${classes.reason}`}>{reason}</span>
            </span>
          </li>
        ))}
        {possible.slice(0, SHOWN).map(({ id, name, net, currency }) => (
          <li key={id}>
            <Glyph icon={IconCircleCheck} className={classes.mark} />
            <span className="q-grow">{name}</span>
            <span className="q-num">{formatMoney(net, currency)}</span>
          </li>
        ))}
        {possible.length > SHOWN && <li className="q-caption">{`and ${formatCount(possible.length - SHOWN)} more`}</li>}
      </ul>
    </>
  )
}
