import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { Waitlist } from '../../contract'
import { kindLabels } from '../../rules'
import classes from '../waitlists.module.css'

interface WaitlistNavViewProps {
  lists: readonly Waitlist[]
  openId: string | undefined
}

/** The lists, each with how many wait. */
export function WaitlistNavView({ lists, openId }: WaitlistNavViewProps) {
  return (
    <nav className={classes.lists} aria-label="Waitlists">
      {lists.map((list) => {
        const waiting = list.counts.waiting + list.counts.shortlisted
        return (
          <AppLink
            key={list.id}
            to={`/waitlists?list=${list.id}`}
            className={classes.list}
            aria-current={list.id === openId ? 'true' : undefined}
          >
            <span className="q-strong">{list.name}</span>
            <span className="q-caption">
              {[kindWords(list), `${formatCount(waiting)} waiting`, list.isOpen ? '' : 'closed']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </AppLink>
        )
      })}
    </nav>
  )
}

export const kindWords = ({ kind, city }: Pick<Waitlist, 'kind' | 'city'>) =>
  kind === 'city' && city ? `City: ${city}` : kindLabels[kind]
