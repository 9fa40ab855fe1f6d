import type { UseQueryResult } from '@tanstack/react-query'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import type { KeptFigures } from '../contract'
import classes from './erasure-facts.module.css'

const goes = [
  'Name, email address, phone number and photo',
  'Password, authenticator app, sessions and emailed links',
  'Role, merchants and pending invitation',
  'Activity, notification settings and unsent emails',
  'Waitlist entries; names, answers and images in signup forms and merchant applications',
]

/** What goes and what stays, before anything is typed. */
export function ErasureFacts({ kept }: { kept: UseQueryResult<KeptFigures> }) {
  return (
    <>
      <section className="q-stack-tight" aria-label="Deleted">
        <h3 className="q-h3">Deleted</h3>
        <ul className={classes.list}>
          {goes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section className="q-stack-tight" aria-label="Kept">
        <h3 className="q-h3">Kept</h3>
        <ul className={classes.list}>
          <li>{figuresText(kept)}, without a name, so metrics don’t change</li>
          <li>Audit log entries: user IDs, and the emails administrators and owners used</li>
        </ul>
      </section>
      {kept.isPending && <SkeletonText lines={1} />}
      {kept.isError && (
        <Notice tone="warn" announce>
          Couldn’t check for active subscriptions. Look at them before you erase.
        </Notice>
      )}
      {kept.data && <RunningPasses count={kept.data.runningSubscriptions} />}
    </>
  )
}

function figuresText({ data }: UseQueryResult<KeptFigures>): string {
  if (!data) return 'Subscriptions and redemptions'
  return `${counted(data.subscriptions, 'subscription')} and ${counted(data.redemptions, 'redemption')}`
}

function RunningPasses({ count }: { count: number }) {
  if (count === 0) return <p className="q-secondary">No active subscriptions.</p>
  return (
    <Notice tone="warn" title={counted(count, 'active subscription')}>
      Erasing doesn’t cancel {count === 1 ? 'it' : 'them'}, and you won’t see whose {count === 1 ? 'it is' : 'they are'}
      . Cancel first if needed.
    </Notice>
  )
}
