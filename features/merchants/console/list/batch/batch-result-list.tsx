import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { BatchResult } from '../../../contract'
import classes from './batch-dialog.module.css'
import { Glyph } from '@quaff/platform/console/theme/glyph'

/** Refused ones first: they are what is left to do. */
export function BatchResultList({ results, done }: { results: BatchResult; done: string }) {
  const sorted = [...results].sort((a, b) => Number(a.ok) - Number(b.ok))
  return (
    <ul className={classes.results} aria-label="Result per merchant">
      {sorted.map(({ merchantId, name, ok, error }) => (
        <li key={merchantId} data-ok={ok}>
          <Glyph icon={ok ? IconCircleCheck : IconAlertCircle} className={classes.mark} />
          <span className="q-grow">
            <span className="q-strong">{name}</span>
            <span className={`q-caption ${classes.outcome}`}>{ok ? done : (error ?? 'Refused.')}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
