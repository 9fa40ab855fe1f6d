import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { churnWindowDays } from '@quaff/features/subscriptions/churn-rules'
import { serverTime, useNow } from '@quaff/platform/console/clock'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { ClockText, counted, formatCount, formatMoney } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { type Column, DataTable } from '@quaff/platform/console/list/data-table'
import type { VisibleColumns } from '@quaff/platform/console/list/list-menus'
import { ErrorState, NoMatchState, StaleNote } from '@quaff/platform/console/list/list-states'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PlanList, PlanRow, PlanStatistics, PlanTemplateId } from '../contract'
import { allowanceSentence } from '../rules'
import { planTemplates } from '../templates-contract'
import { noPlanFilters, planFilterValues, planListInput } from './plan-filters'
import { type ChangePlanSearch, planSearch, type PlanSearch } from './plan-search-widget'
import { MoneyList, perDrinkText, PlanPriceText, PlanStatusPill, SubscriptionCount } from './plan-text'
import type { PlanAccess } from './use-plan-actions'
import classes from './plan-list.module.css'

interface PlanResultsProps {
  query: UseQueryResult<PlanList>
  view: 'table' | 'cards'
  columns: Column<PlanRow>[]
  shown: VisibleColumns
  menuFor: (plan: PlanRow) => ReactNode
  access: PlanAccess
  search: PlanSearch
  onSearch: ChangePlanSearch
}

export function PlanResultsView(props: PlanResultsProps) {
  const { query, access, search, onSearch } = props
  const now = useNow()
  const retry = () => void query.refetch()
  if (!query.data && !query.isPending)
    return (
      <Panel flush>
        <ErrorState what="plans" error={query.error} onRetry={retry} />
      </Panel>
    )
  if (query.data?.total === 0)
    return <PlanTemplatesPanel access={access} onStart={(template) => onSearch({ action: 'create', template })} />
  if (query.data?.rows.length === 0)
    return (
      <Panel flush>
        <NoMatchState
          query={search.q}
          filterCount={Object.keys(planFilterValues(search)).length}
          onClear={() => onSearch(noPlanFilters)}
        />
      </Panel>
    )
  const minutes = Math.max(Math.floor((now.getTime() - serverTime(query.dataUpdatedAt).getTime()) / 60_000), 0)
  return (
    <>
      {query.isError && <StaleNote onRetry={retry}>{`Showing cached, ${minutes} min old`}</StaleNote>}
      <Rows {...props} />
    </>
  )
}

function Rows({ query, view, columns, shown, menuFor, search, onSearch }: PlanResultsProps) {
  const { sort, order } = planListInput('', search)
  const rows = query.data?.rows ?? []
  const isFiltered = Object.keys(planFilterValues(search)).length > 0 || Boolean(search.q)
  const besides = isFiltered ? null : (query.data?.withoutPlan ?? null)
  if (view === 'cards' && !query.isPending)
    return (
      <>
        <ul className={classes.grid} aria-label="Plans">
          {rows.map((plan) => (
            <PlanCard key={plan.id} plan={plan} menu={menuFor(plan)} onOpen={() => onSearch({ id: plan.id })} />
          ))}
        </ul>
        {besides && <WithoutPlan figures={besides} />}
      </>
    )
  return (
    <DataTable
      caption="Plans"
      columns={columns}
      visibleColumns={[...shown.visible, 'menu']}
      onDrop={shown.onDrop}
      rows={rows}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      openId={search.id}
      onOpen={(id) => onSearch({ id })}
      sort={{ key: sort, direction: order }}
      onSortChange={({ key, direction }) => onSearch(withoutAbsent(planSearch.read({ sort: key, order: direction })))}
      loading={query.isPending}
      skeletonRows={5}
      footer={
        <>
          {besides && <WithoutPlan figures={besides} />}
          <p className={`q-caption ${classes.foot}`}>{`Price per drink = ${perDrinkText}`}</p>
        </>
      }
    />
  )
}

/** This row makes the rows add up to the tiles above. */
function WithoutPlan({ figures }: { figures: PlanStatistics }) {
  return (
    <p className={`q-num ${classes.foot}`}>
      <b className="q-strong">Without a plan</b>{' '}
      <span className="q-secondary">
        {[
          `${formatCount(figures.activeSubscribers)} active`,
          `${formatCount(figures.trialSubscribers)} trialing`,
          `${formatCount(figures.churnedThisMonth)} churned in ${churnWindowDays} days`,
          ...figures.monthlyRevenue.map(({ amountMinor, currency }) => `${formatMoney(amountMinor, currency)} a month`),
          counted(figures.drinks, 'drink'),
        ].join(' · ')}
      </span>
    </p>
  )
}

interface PlanTemplatesProps {
  access: PlanAccess
  onStart: (template: PlanTemplateId | undefined) => void
}

/** Replaces an empty list: three plans, each a prefilled form. */
function PlanTemplatesPanel({ access, onStart }: PlanTemplatesProps) {
  return (
    <Panel
      title="No plans yet"
      actions={
        <PermissionButton size="sm" disabledReason={access.reason} onClick={() => onStart(undefined)}>
          Start blank
        </PermissionButton>
      }
    >
      <div className="q-stack">
        <p className="q-secondary">Start from a template and change what you like.</p>
        <ul className={classes.grid}>
          {planTemplates.map(({ id, name, description, allowance, timeWindow, suits }) => (
            <li key={id} className={classes.card}>
              <div>
                <h3 className="q-h3">{name}</h3>
                <span className="q-caption">
                  <ClockText
                    text={allowanceSentence(allowance, timeWindow && { ...timeWindow, days: [...timeWindow.days] })}
                  />
                </span>
              </div>
              <p className="q-secondary">{description}</p>
              <p className="q-caption">{suits}</p>
              <span className={classes.start}>
                <PermissionButton disabledReason={access.reason} onClick={() => onStart(id)}>
                  {`Start with ${isolated(name)}`}
                </PermissionButton>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

function PlanCard({ plan, menu, onOpen }: { plan: PlanRow; menu: ReactNode; onOpen: () => void }) {
  return (
    <li className={classes.card} data-row-id={plan.id}>
      <div className={classes.head}>
        <div className="q-grow">
          <button type="button" className={classes.open} data-row-link onClick={onOpen}>
            {plan.name}
          </button>
          <span className="q-caption" style={{ display: 'block' }}>
            <ClockText text={allowanceSentence(plan.allowance, plan.timeWindow)} />
          </span>
        </div>
        <PlanStatusPill active={plan.active} />
        <span className={classes.above}>{menu}</span>
      </div>
      <div>
        <PlanPriceText prices={plan.prices} />
      </div>
      <dl className={classes.details}>
        <Detail label="Active">
          <SubscriptionCount plan={plan} of="active" count={plan.activeSubscribers} className={classes.number} />
        </Detail>
        <Detail label="Trialing">
          <SubscriptionCount plan={plan} of="trialing" count={plan.trialSubscribers} className={classes.number} />
        </Detail>
        <Detail label="Monthly revenue">
          <MoneyList amounts={plan.monthlyRevenue} />
        </Detail>
        <Detail label="Price per drink">
          <b className="q-strong">
            <MoneyList amounts={plan.pricePerDrink} />
          </b>
        </Detail>
      </dl>
    </li>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="q-caption">{label}</dt>
      <dd className="q-num">{children}</dd>
    </div>
  )
}
