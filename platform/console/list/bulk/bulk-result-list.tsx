import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { formatCount } from '../../display/figure-text'
import { Glyph } from '../../theme/glyph'
import type { RowResult } from './run-one-by-one'
import classes from './bulk.module.css'

interface BulkResultListProps {
  label: string
  results: readonly RowResult[]
  /** What is said of those that went well: "approved". */
  done: string
}

/** Beyond these a list is read by nobody, and drawing it takes a while. */
const SHOWN = 200

/** Refused ones first: they are what is left to do. */
export function BulkResultList({ label, results, done }: BulkResultListProps) {
  const sorted = [...results].sort((a, b) => Number(a.ok) - Number(b.ok))
  return (
    <ul className={classes.results} aria-label={label}>
      {sorted.slice(0, SHOWN).map(({ id, name, ok, error }) => (
        <li key={id} data-ok={ok}>
          <Glyph icon={ok ? IconCircleCheck : IconAlertCircle} className={classes.mark} />
          <span className="q-grow">
            <span className="q-strong">{name}</span>
            <span className={`q-caption ${classes.outcome}`}>{ok ? done : (error ?? 'Refused.')}</span>
          </span>
        </li>
      ))}
      {sorted.length > SHOWN && <li className="q-caption">{`and ${formatCount(sorted.length - SHOWN)} more`}</li>}
    </ul>
  )
}
