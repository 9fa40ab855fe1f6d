import { IconPlus } from '@tabler/icons-react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { BulkBar } from '@quaff/platform/console/list/bulk-bar'
import { useSelection } from '@quaff/platform/console/list/bulk/use-selection'
import { useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import type { AffiliateSearch, OnAffiliateSearch } from './affiliate-search-widget'
import { LinkDialogs } from './change/link-dialogs-section'
import { focusedLink, useLinkActions, useLinkKeys } from './change/use-link-actions'
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
  useLinkKeys({ subject: () => focusedLink(pages.rows), rights, start, scope: 'page' })
  const create = () => onSearch({ action: 'create' })
  useShortcuts(rights.createReason ? [] : [{ keys: 'c', label: 'Create link', section: 'List', run: create }])
  const mayCreate = search.action === 'create' && rights.createReason === undefined
  const exportMenu = <LinkExportMenu filter={filter} selection={selection} total={pages.total} />
  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Affiliate Links"
        total={pages.total}
        actions={
          <PermissionButton
            variant="primary"
            icon={IconPlus}
            shortcut="C"
            disabledReason={rights.createReason}
            onClick={create}
          >
            Create link
          </PermissionButton>
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
        rights={rights}
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
