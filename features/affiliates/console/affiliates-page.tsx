import { IconPlus } from '@tabler/icons-react'
import { useCommandFacts, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { useRowCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { useSelection } from '@quaff/platform/console/list/bulk/use-selection'
import { useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import type { AffiliateSearch, OnAffiliateSearch } from './affiliate-search-widget'
import { LinkDialogs } from './change/link-dialogs-section'
import { useLinkActions } from './change/use-link-actions'
import { linkCommands } from './link-commands-widget'
import { linkColumns } from './list/link-columns'
import { LinkExportMenu } from './list/link-export-menu'
import { LinkTable } from './list/link-table'
import { LinkTabs } from './list/link-tabs'
import { LinkTiles } from './list/link-tiles'
import { LinkToolbar } from './list/link-toolbar'
import { useLinkList } from './list/use-link-list'
import { LinkSheet } from './sheet/link-sheet'
import { useLinkRefresh } from './use-link-refresh'
import { useLinkRights } from './use-link-rights'

type AffiliatesPageProps = { search: AffiliateSearch; onSearch: OnAffiliateSearch }

/** Administrators: all links or the chosen merchant's; merchant roles: those of their own merchants. */
export function AffiliatesPage({ search, onSearch }: AffiliatesPageProps) {
  const timeZone = useTimeZone()
  const rights = useLinkRights()
  const scopedTo = rights.merchant?.id
  useLinkRefresh()
  const { filter, list, totals, pages } = useLinkList(search, scopedTo)
  const selection = useSelection(JSON.stringify(filter))
  const columns = linkColumns(timeZone, scopedTo)
  const [visible, setVisible] = useVisibleColumns(scopedTo === undefined ? 'links' : 'merchant-links', columns)
  const { asked, start, close } = useLinkActions()
  useRowCommands(linkCommands, pages.rows, useCommandFacts(), start)
  const mayCreate = search.action === 'create' && rights.createReason === undefined
  const exportMenu = <LinkExportMenu filter={filter} selection={selection} total={pages.total} />
  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Affiliate Links"
        total={pages.total}
        actions={
          <CommandButton
            variant="primary"
            command={{
              id: 'links.create',
              label: 'Create link',
              icon: IconPlus,
              keys: 'c',
              because: rights.createReason,
              run: () => onSearch({ action: 'create' }),
            }}
          />
        }
      />
      <LinkTiles totals={totals} />
      <div className="q-stack">
        <LinkTabs totals={totals.data} search={search} onSearch={onSearch} />
        <LinkToolbar
          search={search}
          scopedTo={scopedTo}
          columns={columns}
          visible={visible}
          onColumns={setVisible}
          onSearch={onSearch}
        >
          {exportMenu}
        </LinkToolbar>
        <LinkTable
          list={list}
          pages={pages}
          search={search}
          scopedTo={scopedTo}
          rights={rights}
          columns={columns}
          visible={visible}
          selection={selection}
          onAction={start}
          onSearch={onSearch}
        />
      </div>
      <BulkBar count={selection.ids.size} onClear={selection.clear}>
        {exportMenu}
      </BulkBar>
      <LinkSheet
        id={search.id}
        rows={pages.rows}
        total={pages.total}
        onAction={start}
        onOpen={(id) => onSearch({ id }, { replace: true })}
        onClose={() => onSearch({ id: undefined })}
      />
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
