import { IconArrowUp } from '@tabler/icons-react'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { usageKey } from '../../usage/console/usage-key'
import { nameOf } from '../../usage/console/usage-words'
import type { UsageRow } from '../../usage/contract'
import classes from './live.module.css'

interface LiveFeedProps {
  rows: readonly UsageRow[]
  newCount: number
  onShowNew: () => void
  onOpen: (key: string) => void
  timeZone: string
}

/** The newest few; the table below has them all. */
export function LiveFeed({ rows, newCount, onShowNew, onOpen, timeZone }: LiveFeedProps) {
  return (
    <section className={classes.feed} aria-label="As it happens">
      <div className={classes.head}>
        <h2>As it happens</h2>
        <span role="status" className="q-end">
          {newCount > 0 && (
            <button type="button" className={classes.pill} onClick={onShowNew}>
              <Glyph icon={IconArrowUp} size={12} stroke={2} />
              {newCount} new
            </button>
          )}
        </span>
      </div>
      {rows.length === 0 ? (
        <p className={`q-secondary ${classes.quietFeed}`}>Nothing redeemed today yet.</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={usageKey(row)}>
              <button type="button" className={classes.item} onClick={() => onOpen(usageKey(row))}>
                <span className="q-truncate">
                  <FeedWords row={row} />
                </span>
                <span className="q-caption q-nowrap">
                  <RelativeTime value={row.redeemedAt} timeZone={timeZone} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function FeedWords({ row }: { row: UsageRow }) {
  const words = (
    <>
      <b className="q-strong">{nameOf(row)}</b>{' '}
      <span className="q-secondary">
        {row.planName}, {row.locationName}
      </span>
    </>
  )
  return row.status === 'voided' ? <s>{words}</s> : words
}
