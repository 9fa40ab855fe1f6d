import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore, IconToggleLeft, IconToggleRight, IconDiscount } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoryChoices } from '@quaff/features/merchants/category-rules'
import { merchantsApi } from '@quaff/features/merchants/console/merchant-queries-widget'
import { useLiveRefresh, useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { counted } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState, StaleNote } from '@quaff/platform/console/list/list-states'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { filterOf } from '@quaff/platform/console/list/search-values'
import { RecordHead, SplitView } from '@quaff/platform/console/list/split-view'
import { readListAhead, type RecordListState, useRecordList } from '@quaff/platform/console/list/use-record-list'
import { ahead, type PageReads, useRefetch } from '@quaff/platform/console/query-client'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { promotionCatalogue } from '../catalogue-contract'
import { type PromotionDefinition, type PromotionId, type PromotionRow, promotionFilters } from '../contract'
import { promotionPermissions } from '../permissions'
import { MerchantPromotions } from './merchant-promotions-widget'
import { promotionColumns } from './promotion-columns'
import { PromotionDialog } from './promotion-dialog'
import { promotionsApi } from './promotion-queries'
import { type ChangePromotionSearch, type PromotionSearch, promotionSearch } from './promotion-search-widget'
import { usePromotionWrites } from './use-promotion-writes'
import classes from './promotions.module.css'

type PromotionsPageProps = {
  search: PromotionSearch
  onSearch: (next: Partial<PromotionSearch>, options?: { replace?: boolean }) => void
}

const tabs = [
  { id: 'promotion', label: 'By promotion' },
  { id: 'merchant', label: 'By merchant' },
] as const

const catalogueQuery = () => promotionsApi.catalogue.queryOptions({ input: {} })
const shownOf = (search: PromotionSearch) =>
  promotionCatalogue.find(({ id }) => id === search.promotion) ?? promotionCatalogue[0]

export const promotionReads: PageReads<PromotionSearch> = (opening) => {
  const { client, search, timeZone } = opening
  const { id, title } = shownOf(search)
  return [
    client.prefetchQuery({ ...catalogueQuery(), ...ahead }),
    ...(search.tab === 'merchant'
      ? []
      : [readListAhead(promotionList, opening, { promotion: { id, title }, timeZone })]),
  ]
}

export function PromotionsPage({ search, onSearch }: PromotionsPageProps) {
  const promotion = shownOf(search)
  const tab = search.tab ?? 'promotion'
  const counts = useQuery(catalogueQuery())
  return (
    <div className="q-stack-loose">
      <PageHeader title="Promotions" count={promotionCatalogue.length} />
      <ListTabs
        label="Promotions"
        tabs={tabs}
        value={tab}
        onChange={(next) => onSearch({ tab: next === 'merchant' ? next : undefined, id: undefined })}
      />
      {tab === 'merchant' ? (
        <ByMerchantPanel
          merchantId={search.merchant}
          onChange={(merchant) => onSearch({ merchant }, { replace: true })}
        />
      ) : (
        <SplitView
          name="Promotions"
          entries={promotionCatalogue.map(({ id, title, description }) => ({
            id,
            title,
            count: <Count of={counts.data?.find(({ promotionId }) => promotionId === id)?.enabledCount} />,
            lines: [description],
          }))}
          openId={promotion.id}
          isNamed={search.promotion !== undefined}
          hrefOf={(id) => `?promotion=${id}`}
          onOpen={(id) => onSearch({ promotion: id, page: undefined, id: undefined })}
          foot={counts.isError && <StaleNote>Couldn’t load counts</StaleNote>}
        >
          <RecordHead title={promotion.title} caption={promotion.description} />
          <PromotionGridPanel key={promotion.id} promotion={promotion} search={search} onSearch={onSearch} />
        </SplitView>
      )}
    </div>
  )
}

function Count({ of }: { of: number | undefined }) {
  const countLabel =
    of === undefined ? 'count not known' : `${counted(of, 'merchant has', 'merchants have')} it enabled`
  if (of === 0) return null
  return (
    <span className="q-count" aria-label={countLabel}>
      {of ?? '–'}
    </span>
  )
}

type ByMerchantPanelProps = { merchantId: string | undefined; onChange: (merchantId: string | undefined) => void }

const DEBOUNCE_MS = 250

/** The grid transposed: one merchant, all promotions. */
function ByMerchantPanel({ merchantId, onChange }: ByMerchantPanelProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS)
  const options = useQuery(
    merchantsApi.options.queryOptions({ input: { q: q.trim() || undefined }, placeholderData: keepPreviousData }),
  )
  const chosen = useQuery(
    promotionsApi.listForMerchant.queryOptions({
      input: { merchantId: merchantId ?? '' },
      enabled: merchantId !== undefined,
    }),
  )
  const current = chosen.data && { value: chosen.data.merchantId, label: chosen.data.merchantName }
  // The chosen merchant's name comes from its own query; a later result would replace the text in the field.
  const found = (options.data ?? [])
    .filter(({ id }) => id !== merchantId || chosen.isError)
    .map(({ id, name }) => ({ value: id, label: name }))
  const data = current ? [current, ...found] : found
  if (options.data?.length === 0 && q === '' && merchantId === undefined)
    return (
      <Panel flush>
        <EmptyState
          icon={IconBuildingStore}
          title="No merchants yet"
          text="All promotions of a merchant appear here."
          action={createMerchant}
        />
      </Panel>
    )
  return (
    <div className="q-stack">
      <Select
        className={classes.chooser}
        label="Merchant"
        placeholder="Search merchants..."
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No merchant' }}
        data={data}
        // The server has searched already.
        filter={({ options: all }) => all}
        nothingFoundMessage={options.isPending ? 'Loading merchants...' : 'No merchants found.'}
        value={merchantId ?? null}
        onSearchChange={(text) => setTyped(text === current?.label ? '' : text)}
        onChange={(next) => onChange(next ?? undefined)}
        error={options.isError ? 'Couldn’t load merchants. Type again to retry.' : undefined}
      />
      {merchantId === undefined ? (
        <Panel flush>
          <EmptyState
            icon={IconBuildingStore}
            title="No merchant chosen"
            text="Choose a merchant above to see all of its promotions."
          />
        </Panel>
      ) : (
        <MerchantPromotions key={merchantId} merchantId={merchantId} />
      )}
    </div>
  )
}

const BulkDialog = deferred(async () => (await import('./bulk-dialog')).BulkDialog)

type PromotionGridPanelProps = {
  promotion: PromotionDefinition & { id: PromotionId }
  search: PromotionSearch
  onSearch: ChangePromotionSearch
}

function PromotionGridPanel({ promotion, search, onSearch }: PromotionGridPanelProps) {
  const timeZone = useTimeZone()
  const today = dayKeyIn(timeZone, useNow())
  const permission = useCan(promotionPermissions, 'promotion.write')
  const [bulk, setBulk] = useState<{ enabled: boolean; merchantIds: readonly string[] }>()
  const writes = usePromotionWrites()
  useLiveRefresh(['merchant'], useRefetch(promotionsApi.key()))
  const close = () => onSearch({ id: undefined }, { replace: true })
  const columns = promotionColumns({
    timeZone,
    today,
    writes,
    disabledReason: permission.reason ?? undefined,
    onEnable: (row) => onSearch({ id: row.merchantId }),
  })
  const list = useRecordList(promotionList, {
    search,
    onSearch,
    details: { promotion: { id: promotion.id, title: promotion.title }, timeZone },
    columns,
  })
  const { selection } = list

  return (
    <div className="q-stack">
      <RecordList list={list} selectable={permission.allowed} />
      <SelectionToolbar list={list} onBulk={(enabled) => setBulk({ enabled, merchantIds: [...selection.ids] })} />
      {permission.allowed && search.id !== undefined && (
        <PromotionDialog
          key={`${search.id}/${promotion.id}`}
          merchantId={search.id}
          promotionId={promotion.id}
          writes={writes}
          onClose={close}
        />
      )}
      {bulk && (
        <BulkDialog
          promotion={promotion}
          target={{ promotionId: promotion.id, ...bulk }}
          onClose={() => setBulk(undefined)}
          onDone={selection.clear}
        />
      )}
    </div>
  )
}

type SelectionToolbarProps = { list: Pick<RecordListState<PromotionRow>, 'bulk'>; onBulk: (enabled: boolean) => void }

function SelectionToolbar({ list, onBulk }: SelectionToolbarProps) {
  return (
    <BulkBar {...list.bulk}>
      <Button icon={IconToggleRight} onClick={() => onBulk(true)}>
        Enable
      </Button>
      <Button icon={IconToggleLeft} onClick={() => onBulk(false)}>
        Disable
      </Button>
    </BulkBar>
  )
}

type PromotionDetails = { promotion: Pick<PromotionDefinition & { id: PromotionId }, 'id' | 'title'>; timeZone: string }

const createMerchant = <ButtonLink to="/merchants?action=create">Create merchant</ButtonLink>

/** Its columns hold the switches, which the page knows. */
export const promotionList = defineList<PromotionDetails>()({
  name: 'Merchants',
  columnsName: () => 'promotions',
  search: promotionSearch,
  filters: promotionFilters,
  api: promotionsApi.listForPromotion,
  filter: (search, { promotion, timeZone }) => ({
    promotionId: promotion.id,
    ...filterOf(promotionFilters, search, timeZone),
  }),
  input: (filter, page, { sort = 'name', order = 'asc' }) => ({ ...filter, ...page, sort, order }),
  find: () => ({ placeholder: 'Merchant name', label: 'Search merchants' }),
  useChips: () => ({
    enabled: { label: 'Enabled' },
    category: { label: 'Category', options: categoryChoices },
    updated: { label: 'Updated' },
  }),
  sort: {
    first: { key: 'name', direction: 'asc' },
    options: [
      { key: 'name', label: 'Merchant', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
      { key: 'updated', label: 'Updated', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
    ],
  },
  rowId: ({ merchantId }) => merchantId,
  rowLabel: ({ merchantName }) => merchantName,
  caption: (_, { promotion }) => `Merchants and ${promotion.title}`,
  empty: () => (
    <EmptyState
      icon={IconDiscount}
      title="No merchants yet"
      text="Every merchant appears here with a switch for this promotion."
      action={createMerchant}
    />
  ),
})
