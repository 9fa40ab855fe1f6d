import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutGrid, IconPlus, IconTable } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import {
  useLiveRefresh,
  useFiguresTimeZone,
  useMerchantSelection,
} from '@quaff/features/sessions/console/session-widget'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { Notice } from '@quaff/platform/console/display/panel'
import { RowMenu, useRecordCommands, useRowCommands } from '@quaff/platform/console/frame/command'
import { CommandButton, PageHeader } from '@quaff/platform/console/frame/page-header'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { ListMenu, useVisibleColumns } from '@quaff/platform/console/list/list-menus'
import { isFew, ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { useLocalValue } from '@quaff/platform/console/local-store'
import { ahead, type PageReads, useRefetch } from '@quaff/platform/console/query-client'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { PlanRow } from '../contract'
import type { PlanChange } from './plan-change-dialog'
import { planColumns } from './plan-columns'
import { type PlanAction, planCommands } from './plan-commands-widget'
import { planFilterChange, planFilters, planFilterValues, planListInput, planSortOptions } from './plan-filters'
import { PlanOverlaysView } from './plan-overlays-view'
import { plansApi } from './plan-queries'
import { PlanResultsView } from './plan-results-view'
import { type ChangePlanSearch, type PlanSearch, planSearch } from './plan-search-widget'
import { PlanTiles } from './plan-tiles'
import { usePlanAccess, usePlanActions } from './use-plan-actions'

interface PlanListPageProps {
  search: PlanSearch
  onSearch: ChangePlanSearch
}

const listQuery = (merchantId: string, search: PlanSearch) =>
  plansApi.list.queryOptions({ input: planListInput(merchantId, search) })

export const planListReads: PageReads<PlanSearch> = ({ client, search, merchantId }) =>
  merchantId === undefined ? [] : [client.prefetchQuery({ ...listQuery(merchantId, search), ...ahead })]

/** Plans of the chosen merchant; the route requires one. */
export function PlanListPage(props: PlanListPageProps) {
  const { current } = useMerchantSelection()
  if (!current) return <PageHeader title="Plans & Pricing" />
  return <MerchantPlansView key={current.id} {...props} merchantId={current.id} />
}

const readView = (value: unknown) => (value === 'cards' ? 'cards' : 'table')
const views = [
  { value: 'table', label: <ViewLabel icon={IconTable} text="Table" /> },
  { value: 'cards', label: <ViewLabel icon={IconLayoutGrid} text="Cards" /> },
] as const

function MerchantPlansView({ merchantId, search, onSearch }: PlanListPageProps & { merchantId: string }) {
  const timeZone = useFiguresTimeZone()
  const [chosenView, setView] = useLocalValue('plans.look', readView)
  const isPhone = useMediaQuery('(max-width: 47.99em)')
  const view = isPhone ? 'cards' : chosenView
  const [change, setChange] = useState<PlanChange>()
  const query = useQuery({ ...listQuery(merchantId, search), placeholderData: keepPreviousData })
  const access = usePlanAccess(query.data?.lockedReason)
  const { duplicate, activate } = usePlanActions((id) => onSearch({ id, action: undefined }))
  useLiveRefresh(['merchant'], useRefetch(plansApi.key()), (event) => event.merchantId === merchantId)
  const rows = query.data?.rows ?? []
  const mayEdit = access.reason === undefined
  const start = (action: PlanAction, plan: PlanRow) => {
    if (action === 'duplicate') duplicate(plan)
    else if (action === 'activate') activate(plan)
    else if (action === 'deactivate' || action === 'delete') setChange({ kind: action, plan })
    else onSearch({ id: plan.id })
  }
  useRowCommands(planCommands, rows, access, start)
  useRecordCommands(
    planCommands,
    rows.find(({ id }) => id === search.id),
    access,
    start,
  )
  const menuFor = (plan: PlanRow) => <RowMenu set={planCommands} row={plan} details={access} onRun={start} />
  const columns = planColumns(timeZone, access.hasRole ? menuFor : undefined)
  const shown = useVisibleColumns('plans', columns)
  const open = useMemo(() => {
    if (search.action === 'create' && mayEdit) return { templateId: search.template }
    return search.id === undefined ? undefined : { planId: search.id }
  }, [search.action, search.template, search.id, mayEdit])
  const isEmpty = query.data?.total === 0
  const { sort, order } = planListInput('', search)
  const isWhole = search.q === undefined && Object.keys(planFilterValues(search)).length === 0
  const isShort = isWhole && isFew(query.data?.total)
  const listMenu = (
    <ListMenu
      sort={{
        options: planSortOptions,
        value: { key: sort, direction: order },
        onChange: ({ key, direction }) => onSearch(planSearch.pick({ sort: key, order: direction })),
      }}
      columns={view === 'table' ? { columns, shown } : undefined}
    />
  )

  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Plans & Pricing"
        count={query.data?.rows.length}
        actions={
          <>
            {!isEmpty && !isPhone && <Segmented label="View" value={view} options={views} onChange={setView} />}
            {!isEmpty && isShort && listMenu}
            <CommandButton
              variant="primary"
              command={{
                id: 'plans.create',
                label: 'New plan',
                icon: IconPlus,
                keys: 'c',
                disabledReason: access.reason,
                run: () => onSearch({ action: 'create', id: undefined }),
              }}
            />
          </>
        }
      />
      {access.reason !== undefined && (
        <Notice tone="neutral" title="View only">
          {access.reason}
        </Notice>
      )}
      {!isEmpty && <PlanTiles list={query.data} loading={query.isPending} />}
      {!isEmpty && (
        <PlanToolbar search={search} onSearch={onSearch} isShort={isShort}>
          {!isShort && listMenu}
        </PlanToolbar>
      )}
      <PlanResultsView
        query={query}
        view={view}
        columns={columns}
        shown={shown}
        menuFor={menuFor}
        access={access}
        search={search}
        onSearch={onSearch}
      />
      <PlanOverlaysView
        merchantId={merchantId}
        list={query.data}
        open={open}
        change={change}
        access={access}
        onDuplicate={duplicate}
        onCloseEditor={() => onSearch({ id: undefined, action: undefined, template: undefined })}
        onCloseDialog={() => setChange(undefined)}
      />
    </div>
  )
}

function ViewLabel({ icon, text }: { icon: typeof IconTable; text: string }) {
  return (
    <>
      <Glyph icon={icon} />
      {text}
    </>
  )
}

interface PlanToolbarProps {
  isShort: boolean
  search: PlanSearch
  onSearch: ChangePlanSearch
  children: ReactNode
}

function PlanToolbar({ search, onSearch, isShort, children }: PlanToolbarProps) {
  return (
    <ListToolbar
      isShort={isShort}
      find={{
        placeholder: 'Search plans',
        label: 'Search plans',
        q: search.q,
        onChange: (q) => onSearch(planSearch.pick({ q }), { replace: true }),
      }}
      filters={
        <FilterChips
          filters={planFilters}
          values={planFilterValues(search)}
          onChange={(id, value) => onSearch(planFilterChange(id, value))}
        />
      }
    >
      {children}
    </ListToolbar>
  )
}
