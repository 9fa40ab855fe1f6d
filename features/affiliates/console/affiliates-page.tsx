import { IconPlus } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useLiveRefresh, useCommandContext, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { formatCount } from '@quaff/platform/console/display/formats'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metric-tiles'
import { useRowCommands } from '@quaff/platform/console/frame/command'
import { CommandButton, PageHeader } from '@quaff/platform/console/frame/page-header'
import { BulkBar, ExportSelected } from '@quaff/platform/console/list/bulk-bar'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { LinkTotals } from '../contract'
import { affiliatesApi } from './affiliate-queries'
import type { AffiliateSearch, OnAffiliateSearch } from './affiliate-search-widget'
import { linkCommands } from './link-commands-widget'
import { linkList } from './link-list'
import { LinkSheet } from './link-sheet'
import { conversionText, figureText, figureLabels, unknown } from './link-text'
import { type PendingAction, useLinkActions, useLinkRights } from './use-link-actions'

export function AffiliatesPage({ search, onSearch }: { search: AffiliateSearch; onSearch: OnAffiliateSearch }) {
  const timeZone = useTimeZone()
  const rights = useLinkRights()
  const scopedTo = rights.merchant?.id
  useLiveRefresh(['audit'], useRefetch(affiliatesApi.key()), ({ subjectId }) => subjectId.startsWith('lnk_'))
  const list = useRecordList(linkList, {
    search,
    onSearch,
    details: { scopedTo, timeZone, changeReason: rights.changeReason },
  })
  const { merchantId } = list.filter
  const totals = useQuery(affiliatesApi.totals.queryOptions({ input: merchantId === undefined ? {} : { merchantId } }))
  const { pendingAction, start, close } = useLinkActions()
  useRowCommands(linkCommands, list.pages.rows, useCommandContext(), start)
  const mayCreate = search.action === 'create' && rights.changeReason === undefined
  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Affiliate Links"
        total={list.pages.total}
        actions={
          <CommandButton
            variant="primary"
            command={{
              id: 'links.create',
              label: 'Create link',
              icon: IconPlus,
              keys: 'c',
              disabledReason: rights.changeReason,
              run: () => onSearch({ action: 'create' }),
            }}
          />
        }
      />
      {(totals.data === undefined || totals.data.active + totals.data.archived > 0) && <LinkTiles totals={totals} />}
      <RecordList
        list={list}
        counts={totals.data}
        countedBy={['merchantId']}
        menu={(row) => <RecordMenu set={linkCommands} row={row} onRun={start} />}
      />
      <BulkBar {...list.bulk}>
        <ExportSelected list={list} />
      </BulkBar>
      <LinkSheet {...list.sheet} onAction={start} />
      <LinkDialogs
        pendingAction={pendingAction ?? (mayCreate ? 'create' : undefined)}
        onSaved={(id) => {
          close()
          onSearch({ action: undefined, status: undefined, id }, { replace: true })
        }}
        onClose={() => {
          close()
          if (search.action) onSearch({ action: undefined }, { replace: true })
        }}
      />
    </div>
  )
}

const LinkFormDialog = deferred(async () => (await import('./link-form-dialog')).LinkFormDialog)
const QrDialog = deferred(async () => (await import('./qr-dialog')).QrDialog)

type LinkDialogsProps = {
  /** `create` opens the form of a new link. */
  pendingAction: PendingAction | 'create' | undefined
  onSaved: (id: string) => void
  onClose: () => void
}

function LinkDialogs({ pendingAction, onSaved, onClose }: LinkDialogsProps) {
  if (pendingAction === undefined) return null
  if (pendingAction === 'create') return <LinkFormDialog mode="create" onSaved={onSaved} onClose={onClose} />
  const { action, link } = pendingAction
  switch (action) {
    case 'qr':
      return <QrDialog link={link} onClose={onClose} />
    case 'edit':
      return <LinkFormDialog mode="edit" link={link} onSaved={onClose} onClose={onClose} />
    case 'duplicate':
      return <LinkFormDialog mode="duplicate" link={link} onSaved={onSaved} onClose={onClose} />
  }
}

const figures = ['clicks', 'signups', 'subscriptions', 'firstDrinks'] as const

/** Over all links of the scope, archived ones too. */
function LinkTiles({ totals }: { totals: UseQueryResult<LinkTotals> }) {
  const { data, isPending, refetch } = totals
  return (
    <MetricTiles label="Affiliate link stats" columns={4}>
      {figures.map((figure) => {
        const { label, formula, unknown: why } = figureLabels[figure]
        const value = data && figureText(data[figure])
        return (
          <MetricTile
            key={figure}
            label={label}
            formula={formula}
            value={value}
            note={value === unknown ? why : noteOf(figure, data)}
            loading={isPending}
            error={!isPending && !data ? 'Not available' : undefined}
            onRetry={() => void refetch()}
          />
        )
      })}
    </MetricTiles>
  )
}

function noteOf(figure: (typeof figures)[number], totals: LinkTotals | undefined): string {
  if (!totals) return ''
  switch (figure) {
    case 'clicks':
      return `${formatCount(totals.active + totals.archived)} links, including archived`
    case 'signups':
      return conversionText(totals) === unknown ? 'With a code' : `${conversionText(totals)} of clicks`
    case 'subscriptions':
      return 'Started with a code'
    case 'firstDrinks':
      return 'After starting with a code'
  }
}
