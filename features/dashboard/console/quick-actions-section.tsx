import { IconCash, IconChartBar, IconEyeCheck, IconHeartbeat, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { Panel } from '@quaff/platform/console/display/panel'
import { Skeleton } from '@quaff/platform/console/display/skeleton'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { quickActionIds, type QuickAction } from '../contract'
import { quickActionsQuery } from './dashboard-queries'
import classes from './quick-actions.module.css'

const icons = {
  review: IconEyeCheck,
  create: IconPlus,
  payouts: IconCash,
  analytics: IconChartBar,
  users: IconUsers,
  health: IconHeartbeat,
} as const satisfies Record<QuickAction['id'], IconLike>

export function QuickActionsSection() {
  const actions = useQuery(quickActionsQuery())
  return (
    <Panel
      title="Quick Actions"
      flush
      query={actions}
      skeleton={<QuickActionSkeletons />}
      what="quick actions"
      footer={
        <ButtonLink to="/settings" variant="quiet" size="sm" fullWidth>
          More Settings
        </ButtonLink>
      }
    >
      <div className={classes.list}>
        {actions.data?.map((action) => (
          <LinkCard
            key={action.id}
            look="row"
            icon={icons[action.id]}
            title={action.title}
            text={action.description}
            to={action.href}
            badge={action.count === undefined ? undefined : formatCount(action.count)}
            urgent={action.urgent}
          />
        ))}
      </div>
    </Panel>
  )
}

function QuickActionSkeletons() {
  return (
    <div className={classes.list} role="status">
      <span className="q-hidden">Loading…</span>
      {quickActionIds.map((id) => (
        <div key={id} className={classes.skeleton} data-testid="quick-action-skeleton">
          <Skeleton width={32} height={32} shape="block" />
          <span className="q-stack-tight">
            <Skeleton width={136} />
            <Skeleton width={96} height={10} />
          </span>
        </div>
      ))}
    </div>
  )
}
