import { IconAlertTriangle, IconBellCheck } from '@tabler/icons-react'
import { type MouseEvent, useId } from 'react'
import { useMerchantLink } from '@quaff/features/sessions/console/merchant-link-widget'
import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { SkeletonText } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState, ErrorState, StaleNote } from '@quaff/platform/console/list/list-states'
import { isPlainClick } from '@quaff/platform/console/list/table/title-cell'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { WaitingItem } from '../contract'
import classes from './bell.module.css'

interface WaitingPanelProps {
  /** Absent until the first answer. */
  items: readonly WaitingItem[] | undefined
  /** State of the last response. */
  state: 'loaded' | 'failed'
  retrying: boolean
  onRetry: () => void
  onLeave: () => void
}

export function WaitingPanel({ items, state, retrying, onRetry, onLeave }: WaitingPanelProps) {
  const failed = state === 'failed' && !retrying
  if (!items) {
    if (failed) return <ErrorState what="notifications" onRetry={onRetry} />
    return (
      <div className={classes.loading}>
        <SkeletonText lines={4} />
      </div>
    )
  }
  const [urgent, others] = [items.filter((one) => one.urgent), items.filter((one) => !one.urgent)]
  return (
    <div className={classes.groups}>
      {failed && <StaleNote onRetry={onRetry}>This may be out of date.</StaleNote>}
      {items.length === 0 && <EmptyState icon={IconBellCheck} title="You’re all caught up." />}
      {urgent.length > 0 && <WaitingList title="Urgent" items={urgent} onLeave={onLeave} />}
      {others.length > 0 && (
        <WaitingList title={urgent.length > 0 ? 'Other' : 'Waiting for you'} items={others} onLeave={onLeave} />
      )}
    </div>
  )
}

function WaitingList({ title, items, onLeave }: { title: string; items: readonly WaitingItem[]; onLeave: () => void }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 className={`q-caption ${classes.group}`} id={titleId}>
        {title}
      </h3>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <WaitingLink item={item} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingLink({ item, onLeave }: { item: WaitingItem; onLeave: () => void }) {
  const { title, detail, since, href, urgent, isNew, merchant } = item
  const { permissions } = useSessionUser()
  const { current, selectAll } = useMerchantSelection()
  const linkTo = useMerchantLink(onLeave)
  // The page behind the link shows the merchant that is chosen, or all of them.
  const chooseAll = (event: MouseEvent) => {
    if (permissions.canViewAllMerchants && current && isPlainClick(event)) selectAll()
    onLeave()
  }
  const link = merchant ? linkTo(merchant, href) : { to: href, onClick: chooseAll }
  return (
    <AppLink {...link} className={classes.item} data-urgent={urgent}>
      <span className={classes.mark}>{urgent && <Glyph icon={IconAlertTriangle} />}</span>
      <span className={classes.words}>
        <span className={classes.head}>
          <span className={classes.name}>{title}</span>
          {isNew && <span className={classes.new}>New</span>}
        </span>
        {detail && <span className={`q-secondary ${classes.detail}`}>{detail}</span>}
        {since && (
          <span className="q-caption">
            {item.count > 1 && 'Oldest '}
            <RelativeTime value={since} />
          </span>
        )}
      </span>
    </AppLink>
  )
}
