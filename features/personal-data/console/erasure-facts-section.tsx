import type { UseQueryResult } from '@tanstack/react-query'
import { counted } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import type { KeptFigures } from '../contract'
import classes from './erasure-facts.module.css'

const goes = [
  'Name, email address, phone number and photo',
  'Password, authenticator app, sessions and mailed links',
  'Role, merchants and an open invitation',
  'Activity, notification settings and mails that have not left',
  'Places on waitlists; names, answers and pictures in signup forms and merchant applications',
]

/** What goes and what stays, before anything is typed. */
export function ErasureFacts({ kept }: { kept: UseQueryResult<KeptFigures> }) {
  return (
    <>
      <section className="q-stack-tight" aria-label="What goes">
        <h3 className="q-h3">What goes</h3>
        <ul className={classes.list}>
          {goes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section className="q-stack-tight" aria-label="What stays">
        <h3 className="q-h3">What stays</h3>
        <ul className={classes.list}>
          <li>{figuresText(kept)}, without a name: revenue and counts do not change</li>
          <li>The audit log. It names people by id, and administrators and owners by the address they acted with</li>
        </ul>
      </section>
      {kept.isPending && <SkeletonText lines={1} />}
      {kept.isError && (
        <Notice tone="warn" announce>
          Whether passes are still active could not be read. Look at the subscriptions before you erase.
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
  if (count === 0) return <p className="q-secondary">No pass is active.</p>
  return (
    <Notice tone="warn" title={`${counted(count, 'pass is', 'passes are')} still active`}>
      Erasing cancels nothing: {count === 1 ? 'it goes' : 'they go'} on, and can no longer be matched to a person.
      Cancel first if the person wants out.
    </Notice>
  )
}
