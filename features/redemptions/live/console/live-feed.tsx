import { useState } from 'react'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { usageKey } from '../../usage/console/usage-key'
import { nameOf } from '../../usage/console/usage-words'
import type { UsageRow } from '../../usage/contract'
import classes from './live.module.css'

interface LiveFeedProps {
  rows: readonly UsageRow[]
  onOpen: (key: string) => void
  timeZone: string
}

/** The newest few, as they arrive. Nothing moves while the pointer or the focus is on the list. */
export function LiveFeed({ rows: latest, onOpen, timeZone }: LiveFeedProps) {
  const [held, setHeld] = useState<readonly UsageRow[]>()
  const rows = held ?? latest
  const hold = () => setHeld((current) => current ?? latest)
  const release = () => setHeld(undefined)
  return (
    <section
      className={classes.feed}
      aria-label="Live feed"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className={classes.head}>
        <h2>Live feed</h2>
        {keyOf(rows) !== keyOf(latest) && <span className="q-end">Paused</span>}
      </div>
      {rows.length === 0 ? (
        <p className={`q-secondary ${classes.quietFeed}`}>No redemptions yet today</p>
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

const keyOf = ([first]: readonly UsageRow[]) => first && usageKey(first)

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
