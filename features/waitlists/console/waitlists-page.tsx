import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { formatCount } from '@quaff/platform/console/display/formats'
import { Panel, SkeletonText } from '@quaff/platform/console/display/panel'
import { CommandButton, PageHeader } from '@quaff/platform/console/frame/page-header'
import { EmptyState, ErrorState } from '@quaff/platform/console/list/list-states'
import { RecordHead, SplitView } from '@quaff/platform/console/list/split-view'
import { readListAhead } from '@quaff/platform/console/list/use-record-list'
import { ahead, type Opening, type PageReads, useRefetch } from '@quaff/platform/console/query-client'
import type { Waitlist } from '../contract'
import { DemandPanel } from './demand-panel'
import { EntriesPanel } from './entries-panel'
import { entryList } from './entry-list'
import { kindText, WaitlistHeader } from './waitlist-header'
import { waitlistsApi } from './waitlist-queries'
import {
  type OnWaitlistSearch,
  type WaitlistDialog,
  waitlistSearch,
  type WaitlistSearch,
} from './waitlist-search-widget'

const listsQuery = () => waitlistsApi.list.queryOptions({ input: {} })
const openOf = (lists: readonly Waitlist[], { list }: WaitlistSearch) =>
  lists.find(({ id }) => id === list) ?? (list ? undefined : lists[0])

export const waitlistReads: PageReads<WaitlistSearch> = (opening) => [readWaitlists(opening)]

async function readWaitlists({ client, search, timeZone }: Opening<WaitlistSearch>): Promise<void> {
  const open = openOf(await client.ensureQueryData({ ...listsQuery(), ...ahead }), search)
  if (!open || search.view === 'demand') return
  const { id, name, slug } = open
  await Promise.all([
    client.prefetchQuery({ ...waitlistsApi.sources.queryOptions({ input: { waitlistId: id } }), ...ahead }),
    readListAhead(entryList, { client, search }, { waitlist: { id, name, slug }, timeZone }),
  ])
}

const views = [
  { value: 'list', label: 'List' },
  { value: 'demand', label: 'Demand' },
] as const

export function WaitlistsPage({ search, onSearch }: { search: WaitlistSearch; onSearch: OnWaitlistSearch }) {
  const lists = useQuery(listsQuery())
  useLiveRefresh(['audit'], useRefetch(waitlistsApi.key()))
  const create = () => onSearch({ action: 'create' })
  const open = lists.data && openOf(lists.data, search)
  const viewSwitch = (
    <Segmented
      label="View"
      value={search.view ?? 'list'}
      options={views}
      onChange={(view) => onSearch({ view: view === 'list' ? undefined : view, id: undefined })}
    />
  )
  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Waitlists"
        count={lists.data?.length}
        actions={
          <CommandButton
            variant="primary"
            command={{ id: 'waitlists.create', label: 'Create waitlist', icon: IconPlus, keys: 'c', run: create }}
          />
        }
      />
      {lists.isPending && <SkeletonText lines={10} />}
      {lists.isError && !lists.data && (
        <Panel flush>
          <ErrorState what="waitlists" error={lists.error} onRetry={() => void lists.refetch()} />
        </Panel>
      )}
      {lists.data?.length === 0 && (
        <Panel flush>
          <EmptyState
            icon={IconListCheck}
            title="No waitlists yet"
            text="Share a join page and see where people want a venue."
            action={<Button onClick={create}>Create waitlist</Button>}
          />
        </Panel>
      )}
      {lists.data && lists.data.length > 0 && (
        <SplitView
          name="Waitlists"
          entries={lists.data.map(entryOf)}
          openId={open?.id}
          isNamed={search.list !== undefined || search.view !== undefined}
          hrefOf={(list) => `?list=${list}`}
          onOpen={(list) =>
            onSearch({ ...waitlistSearch.read({}), list, view: list === undefined ? undefined : search.view })
          }
        >
          {open ? (
            <WaitlistHeader list={open} onSearch={onSearch} />
          ) : (
            <RecordHead title="Waitlist not found" caption="Choose another waitlist" />
          )}
          {open && search.view === 'demand' && (
            <>
              <span className="q-row q-end">{viewSwitch}</span>
              <DemandPanel key={open.id} waitlistId={open.id} onSearch={onSearch} />
            </>
          )}
          {open && search.view !== 'demand' && (
            <EntriesPanel key={open.id} waitlist={open} views={viewSwitch} search={search} onSearch={onSearch} />
          )}
        </SplitView>
      )}
      <WaitlistDialogsSection list={open} action={search.action} onSearch={onSearch} />
    </div>
  )
}

function entryOf(list: Waitlist) {
  const { id, name, counts, isOpen } = list
  const waiting = `${formatCount(counts.waiting + counts.shortlisted)} waiting`
  return { id, title: name, lines: [[kindText(list), waiting, ...(isOpen ? [] : ['closed'])].join(' · ')] }
}

const WaitlistFormDialog = deferred(async () => (await import('./waitlist-form-dialog')).WaitlistFormDialog)
const ShareDialog = deferred(async () => (await import('./share-dialog')).ShareDialog)
const InviteNextDialog = deferred(async () => (await import('./invite-next-dialog')).InviteNextDialog)
const ImportDialog = deferred(async () => (await import('./import-dialog')).ImportDialog)

interface WaitlistDialogsSectionProps {
  list: Waitlist | undefined
  action: WaitlistDialog | undefined
  onSearch: OnWaitlistSearch
}

/** The open dialog is in the address, because opening it has no effect on data. */
function WaitlistDialogsSection({ list, action, onSearch }: WaitlistDialogsSectionProps) {
  const close = () => onSearch({ action: undefined }, { replace: true })
  const openSaved = (id: string) => onSearch({ action: undefined, list: id }, { replace: true })
  if (action === 'create') return <WaitlistFormDialog onSaved={openSaved} onClose={close} />
  if (!list) return null
  if (action === 'edit') return <WaitlistFormDialog list={list} onSaved={openSaved} onClose={close} />
  if (action === 'share') return <ShareDialog list={list} onClose={close} />
  if (action === 'next') return <InviteNextDialog list={list} onClose={close} />
  return action === 'import' ? <ImportDialog list={list} onClose={close} /> : null
}
