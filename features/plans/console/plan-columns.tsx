import { churnWindowDays } from '@quaff/features/subscriptions/churn-rules'
import { ClockText, DateText, counted } from '@quaff/platform/console/display/formats'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { PlanRow } from '../contract'
import { allowanceSentence } from '../rules'
import { MoneyList, PlanPriceText, PlanStatusPill, SubscriptionCount } from './plan-text'
import classes from './plan-list.module.css'

export function planColumns(timeZone: string, menu: Column<PlanRow>['cell'] | undefined): Column<PlanRow>[] {
  const columns: Column<PlanRow>[] = [
    {
      id: 'name',
      header: 'Plan',
      sortKey: 'name',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={row.name}
          caption={
            <span className={classes.sentence}>
              <ClockText text={allowanceSentence(row.allowance, row.timeWindow)} />
            </span>
          }
        />
      ),
    },
    { id: 'price', header: 'Price', card: 'fact', cell: (row) => <PlanPriceText prices={row.prices} /> },
    {
      id: 'active',
      header: 'Active',
      sortKey: 'active',
      align: 'right',
      card: 'fact',
      cell: (row) => <SubscriptionCount plan={row} of="active" count={row.activeSubscribers} />,
    },
    {
      id: 'trialing',
      header: 'Trialing',
      align: 'right',
      card: 'hide',
      cell: (row) => <SubscriptionCount plan={row} of="trialing" count={row.trialSubscribers} />,
    },
    {
      id: 'churned',
      header: `Churned, ${churnWindowDays} d`,
      align: 'right',
      card: 'hide',
      cell: (row) => <SubscriptionCount plan={row} of="churned" count={row.churnedThisMonth} />,
    },
    {
      id: 'revenue',
      header: 'Revenue',
      sortKey: 'revenue',
      align: 'right',
      card: 'fact',
      cell: (row) => <MoneyList amounts={row.monthlyRevenue} none={row.activeSubscribers === 0 ? '—' : '0'} />,
    },
    {
      id: 'average',
      header: 'Avg. value',
      align: 'right',
      card: 'hide',
      cell: (row) => <MoneyList amounts={row.averageSubscriptionValue} />,
    },
    {
      id: 'perDrink',
      header: 'Per drink',
      sortKey: 'perDrink',
      align: 'right',
      card: 'hide',
      cell: (row) => (
        <b className="q-strong">
          <MoneyList amounts={row.pricePerDrink} />
        </b>
      ),
    },
    {
      id: 'breakEven',
      header: 'Pays off from',
      align: 'right',
      card: 'hide',
      hiddenByDefault: true,
      cell: (row) => (row.breakEvenDrinks === null ? '—' : counted(row.breakEvenDrinks, 'drink')),
    },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <PlanStatusPill active={row.active} /> },
    {
      id: 'updated',
      header: 'Updated',
      sortKey: 'updated',
      card: 'hide',
      cell: (row) => <DateText value={row.updatedAt} timeZone={timeZone} />,
    },
  ]
  if (!menu) return columns
  return [...columns, { id: 'menu', header: 'Actions', card: 'menu', cell: menu }]
}
