import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { Panel } from '@quaff/platform/console/display/panel'
import { SkeletonText } from '@quaff/platform/console/display/skeleton'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { EmptyState, ErrorState } from '@quaff/platform/console/list/list-states'
import { useRefetch } from '@quaff/platform/console/query-client'
import { DemandPanel } from './demand/demand-panel'
import { EntriesPanel } from './list/entries-panel'
import { WaitlistHeader } from './lists/waitlist-header'
import { WaitlistNavView } from './lists/waitlist-nav-view'
import { WaitlistDialogsSection } from './waitlist-dialogs-section'
import { waitlistsApi } from './waitlist-queries'
import type { OnWaitlistSearch, WaitlistSearch } from './waitlist-search-widget'
import classes from './waitlists.module.css'

interface WaitlistsPageProps {
  search: WaitlistSearch
  onSearch: OnWaitlistSearch
}

const views = [
  { value: 'list', label: 'List' },
  { value: 'demand', label: 'Demand' },
] as const

export function WaitlistsPage({ search, onSearch }: WaitlistsPageProps) {
  const lists = useQuery(waitlistsApi.list.queryOptions({ input: {} }))
  useLiveRefresh(['audit'], useRefetch(waitlistsApi.key()))
  const create = () => onSearch({ action: 'create' })
  const open = lists.data?.find(({ id }) => id === search.list) ?? (search.list ? undefined : lists.data?.[0])
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
            command={{ id: 'waitlists.create', label: 'New waitlist', icon: IconPlus, keys: 'c', run: create }}
          />
        }
      />
      {lists.isPending && <SkeletonText lines={10} />}
      {lists.isError && !lists.data && (
        <Panel flush>
          <ErrorState title="Waitlists could not be loaded" onRetry={() => void lists.refetch()} />
        </Panel>
      )}
      {lists.data?.length === 0 && (
        <Panel flush>
          <EmptyState
            icon={IconListCheck}
            title="No waitlists yet"
            text="A waitlist has a join page that you can share, and tells you where people want a venue."
            action={<Button onClick={create}>New waitlist</Button>}
          />
        </Panel>
      )}
      {lists.data && lists.data.length > 0 && (
        <div className={classes.page}>
          <WaitlistNavView lists={lists.data} openId={open?.id} />
          <div className="q-stack">
            {!open && (
              <Panel flush>
                <EmptyState icon={IconListCheck} title="This waitlist does not exist" text="Choose another one." />
              </Panel>
            )}
            {open && search.view === 'demand' && (
              <>
                <WaitlistHeader list={open} views={viewSwitch} onSearch={onSearch} />
                <DemandPanel key={open.id} waitlistId={open.id} onSearch={onSearch} />
              </>
            )}
            {open && search.view !== 'demand' && (
              <EntriesPanel key={open.id} waitlist={open} search={search} views={viewSwitch} onSearch={onSearch} />
            )}
          </div>
        </div>
      )}
      <WaitlistDialogsSection list={open} action={search.action} onSearch={onSearch} />
    </div>
  )
}
