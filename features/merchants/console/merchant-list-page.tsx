import { IconDots, IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh, useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { IconButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { CommandButton, PageHeader } from '@quaff/platform/console/frame/page-header'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { readListAhead, useRecordList } from '@quaff/platform/console/list/use-record-list'
import { ahead, type PageReads, useRefetch } from '@quaff/platform/console/query-client'
import { useSteady } from '@quaff/platform/console/use-steady'
import type { MerchantRow } from '../contract'
import { merchantPermissions } from '../permissions'
import { merchantList, shownTab } from './merchant-list'
import { merchantsApi } from './merchant-queries-widget'
import type { ChangeMerchantSearch, MerchantSearch, MerchantSheetParts } from './merchant-search-widget'

const MerchantSelectionToolbar = deferred(
  async () => (await import('./merchant-selection-toolbar')).MerchantSelectionToolbar,
)
const MerchantSheet = deferred(async () => (await import('./merchant-sheet')).MerchantSheet)
const CreateMerchantDialog = deferred(async () => (await import('./create-merchant-dialog')).CreateMerchantDialog)
const ReviewDesk = deferred(async () => (await import('./review-desk-view')).ReviewDesk)

// Not on the first page: a menu cannot be opened before the list has loaded.
const MerchantRowMenu = deferred(
  async () => (await import('./merchant-row-menu')).MerchantRowMenu,
  <IconButton icon={IconDots} label="More actions" size="sm" disabled />,
)
const MerchantRowKeys = deferred(async () => (await import('./merchant-row-menu')).MerchantRowKeys)

type MerchantListPageProps = { search: MerchantSearch; onSearch: ChangeMerchantSearch; parts: MerchantSheetParts }

const noCreation = { action: undefined, name: undefined, city: undefined, postalCode: undefined }

const countsQuery = () => merchantsApi.counts.queryOptions({ input: {} })

export const merchantListReads: PageReads<MerchantSearch> = (opening) =>
  opening.search.desk
    ? []
    : [
        opening.client.prefetchQuery({ ...countsQuery(), ...ahead }),
        readListAhead(merchantList, opening, { timeZone: opening.timeZone }),
      ]

export function MerchantListPage(props: MerchantListPageProps) {
  const { search, onSearch } = props
  useLiveRefresh(['merchant'], useRefetch(merchantsApi.key()))
  const mayReview = useCan(merchantPermissions, 'merchant.review').allowed
  if (search.desk && mayReview) {
    return (
      <ReviewDesk
        parts={props.parts}
        id={search.id}
        onOpen={(id) => onSearch({ id }, { replace: true })}
        onOpenRecord={(id, view) => onSearch({ desk: undefined, id, view })}
        onLeave={() => onSearch({ desk: undefined, id: undefined, view: undefined })}
      />
    )
  }
  return <MerchantList {...props} />
}

function MerchantList({ search, onSearch, parts }: MerchantListPageProps) {
  const timeZone = useTimeZone()
  const mayExport = useCan(merchantPermissions, 'merchant.export').allowed
  const counts = useQuery(countsQuery())
  const list = useRecordList(merchantList, { search, onSearch, details: { timeZone } })
  const { total } = list.pages
  const open = useSteady((id: string) => onSearch({ id }))
  const menu = useCallback((row: MerchantRow) => <MerchantRowMenu merchant={row} onOpen={open} />, [open])

  return (
    <div className="q-stack-loose">
      <MerchantListHeader
        search={search}
        total={total}
        onCreate={() => onSearch({ action: 'create' })}
        onDesk={() => onSearch({ desk: true })}
      />
      {list.pages.rows.length > 0 && <MerchantRowKeys rows={list.pages.rows} onOpen={open} />}
      <RecordList list={list} counts={counts.data} mayExport={mayExport} menu={menu} />
      {list.selection.isUsed && <MerchantSelectionToolbar list={list} />}
      {search.id !== undefined && (
        <MerchantSheet
          {...list.sheet}
          id={search.id}
          view={search.view ?? 'overview'}
          parts={parts}
          onView={(view) => onSearch({ view: view === 'overview' ? undefined : view }, { replace: true })}
          onClose={() => onSearch({ id: undefined, view: undefined })}
        />
      )}
      {search.action === 'create' && (
        <CreateMerchantDialog
          start={{ name: search.name, city: search.city, postalCode: search.postalCode }}
          onOpen={(id) => onSearch({ ...noCreation, id, view: undefined }, { replace: true })}
          onClose={() => onSearch(noCreation, { replace: true })}
        />
      )}
    </div>
  )
}

interface MerchantListHeaderProps {
  search: MerchantSearch
  total: number | undefined
  onCreate: () => void
  onDesk: () => void
}

function MerchantListHeader({ search, total, onCreate, onDesk }: MerchantListHeaderProps) {
  const mayCreate = useCan(merchantPermissions, 'merchant.create').allowed
  const mayReview = useCan(merchantPermissions, 'merchant.review').allowed
  return (
    <PageHeader
      title="Merchants"
      total={total}
      actions={
        <>
          {mayReview && ['review', 'pending'].includes(shownTab(search)) && (
            <CommandButton command={{ id: 'merchants.desk', label: 'Review desk', icon: IconListCheck, run: onDesk }} />
          )}
          {mayCreate && (
            <CommandButton
              variant="primary"
              command={{ id: 'merchants.create', label: 'Create merchant', icon: IconPlus, keys: 'c', run: onCreate }}
            />
          )}
        </>
      }
    />
  )
}
