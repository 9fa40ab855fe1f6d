import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandFacts, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { useRowCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { ExportSelected } from '@quaff/platform/console/list/record/export-selected'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import { affiliatesApi } from './affiliate-queries'
import type { AffiliateSearch, OnAffiliateSearch } from './affiliate-search-widget'
import { linkCommands } from './link-commands-widget'
import { LinkDialogs } from './link-dialogs-section'
import { linkList } from './link-list'
import { LinkSheet } from './link-sheet'
import { LinkTiles } from './link-tiles'
import { useLinkActions } from './use-link-actions'
import { useLinkRights } from './use-link-rights'

type AffiliatesPageProps = { search: AffiliateSearch; onSearch: OnAffiliateSearch }

/** Administrators: all links or the chosen merchant's; merchant roles: those of their own merchants. */
export function AffiliatesPage({ search, onSearch }: AffiliatesPageProps) {
  const timeZone = useTimeZone()
  const rights = useLinkRights()
  const scopedTo = rights.merchant?.id
  useLiveRefresh(['audit'], useRefetch(affiliatesApi.key()), ({ subjectId }) => subjectId.startsWith('lnk_'))
  const list = useRecordList(linkList, {
    search,
    onSearch,
    facts: { scopedTo, timeZone, changeReason: rights.changeReason },
  })
  const { merchantId } = list.filter
  const totals = useQuery(affiliatesApi.totals.queryOptions({ input: merchantId === undefined ? {} : { merchantId } }))
  const { asked, start, close } = useLinkActions()
  useRowCommands(linkCommands, list.pages.rows, useCommandFacts(), start)
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
              because: rights.changeReason,
              run: () => onSearch({ action: 'create' }),
            }}
          />
        }
      />
      <LinkTiles totals={totals} />
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
        asked={asked ?? (mayCreate ? 'create' : undefined)}
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
