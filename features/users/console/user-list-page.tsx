import { IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import {
  useLiveRefresh,
  useCan,
  useCommandContext,
  useMerchantSelection,
  useSessionUser,
  useTimeZone,
} from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { useRowCommands } from '@quaff/platform/console/frame/command'
import { CommandButton, PageHeader } from '@quaff/platform/console/frame/page-header'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { readListAhead, useRecordList } from '@quaff/platform/console/list/use-record-list'
import { ahead, type PageReads, useRefetch } from '@quaff/platform/console/query-client'
import { useSteady } from '@quaff/platform/console/use-steady'
import type { UserRow, UserStats } from '../contract'
import { userPermissions } from '../permissions'
import { type PersonActions, usePersonActions } from './use-person-actions'
import { userCommands } from './user-commands-widget'
import { userList } from './user-list'
import { usersApi } from './user-queries'
import { type ChangeUserSearch, noPersonParts, type PersonSheetParts, type UserSearch } from './user-search-widget'
import { UserSheet } from './user-sheet'
import { shownUserTab, userTabsFor } from './user-tabs'
import { userTabLabels } from './user-text'
import { UserTiles } from './user-tiles'

type UserListPageProps = { search: UserSearch; onSearch: ChangeUserSearch; parts?: PersonSheetParts }

const OpenInvitations = deferred(async () => (await import('./open-invitations-section')).OpenInvitations)
const UserSelectionToolbar = deferred(async () => (await import('./user-selection-toolbar')).UserSelectionToolbar)

const statsQuery = (merchantId: string | undefined, q?: string) =>
  usersApi.stats.queryOptions({ input: { merchantId, q } })

export const userListReads: PageReads<UserSearch> = (opening) => {
  const { client, timeZone, merchantId: scopedTo } = opening
  return [
    client.prefetchQuery({ ...statsQuery(scopedTo), ...ahead }),
    // The right to invite adds a button but no request.
    readListAhead(userList, opening, { timeZone, scopedTo, mayInvite: false }),
  ]
}

export function UserListPage({ search, onSearch, parts = noPersonParts }: UserListPageProps) {
  const timeZone = useTimeZone()
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const canExport = useCan(userPermissions, 'user.export')
  const canResend = useCan(userPermissions, 'user.resendInvitation')
  useLiveRefresh(['user'], useRefetch(usersApi.key()))
  // While something is looked for, each tab says how many of those it found are in it.
  const found = useQuery({ ...statsQuery(scopedTo, search.q), placeholderData: keepPreviousData })
  const list = useRecordList(userList, {
    search,
    onSearch,
    details: {
      scopedTo,
      timeZone,
      mayInvite: useInvite().allowed,
      isViewer: useSessionUser().role === 'merchant_viewer',
      hasSubscriptions: !['team', 'pending'].includes(shownUserTab(search, scopedTo !== undefined) ?? ''),
    },
  })
  const actions = usePersonActions((id) => {
    if (id === search.id) onSearch({ id: undefined })
  })
  useRowCommands(userCommands, list.pages.rows, useCommandContext(), actions.start)
  const isOnlyWords = search.q !== undefined && Object.keys(list.chips.values).length === 0
  const start = useSteady(actions.start)
  const rowMenu = useCallback((row: UserRow) => <RecordMenu set={userCommands} row={row} onRun={start} />, [start])

  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Users"
        total={list.pages.total}
        actions={
          <>
            <InviteUser
              opened={search.action !== undefined}
              action={search.action}
              onOpen={() => onSearch({ action: 'invite' })}
              onClose={() => onSearch({ action: undefined }, { replace: true })}
              onShow={(id) => onSearch({ id, action: undefined })}
            />
          </>
        }
      />
      <UserTiles search={search} timeZone={timeZone} scopedTo={scopedTo} onSearch={onSearch} />
      {scopedTo !== undefined && <OpenInvitations merchantId={scopedTo} />}
      <RecordList
        list={list}
        counts={found.data?.tabs ?? undefined}
        countedBy={['q']}
        menu={rowMenu}
        mayExport={canExport.allowed}
        selectable={canExport.allowed || canResend.allowed}
      >
        {isOnlyWords && !found.isPlaceholderData && (
          <FoundByTab tabs={found.data?.tabs ?? undefined} isMerchantView={!isGlobalView} />
        )}
      </RecordList>
      {list.selection.isUsed && <UserSelectionToolbar list={list} />}
      <UserSheet {...list.sheet} parts={parts} onAction={actions.start} />
      <PersonDialogs actions={actions} />
    </div>
  )
}

function FoundByTab({
  tabs,
  isMerchantView,
}: {
  tabs: NonNullable<UserStats['tabs']> | undefined
  isMerchantView: boolean
}) {
  const found = userTabsFor(isMerchantView).flatMap((id) => (tabs?.[id] ? [`${tabs[id]} in ${userTabLabels[id]}`] : []))
  return (
    found.length > 0 && (
      <p className="q-hidden" role="status">
        {found.join(' · ')}
      </p>
    )
  )
}

const PersonActionDialog = deferred(async () => (await import('./person-action-dialog')).PersonActionDialog)

function PersonDialogs({ actions: { opened, close, finish } }: { actions: PersonActions }) {
  useIdlePreload(PersonActionDialog)
  if (!opened) return null
  return <PersonActionDialog action={opened.action} person={opened.person} onClose={close} onDone={finish} />
}

const InviteUserDialog = deferred(async () => (await import('./invite-user-dialog')).InviteUserDialog)

/** Owners join a new venue with its request for approval; the server refuses their invitations before. */
function useInvite(): { allowed: boolean; reason: string | null } {
  const right = useCan(userPermissions, 'user.invite')
  const { role, merchantIds } = useSessionUser()
  const { current } = useMerchantSelection()
  if (role !== 'merchant_owner' || !current || merchantIds.includes(current.id)) return right
  return { allowed: false, reason: 'Request approval of your venue first.' }
}

interface InviteUserProps {
  action: string | undefined
  opened: boolean
  onOpen: () => void
  onClose: () => void
  onShow: (userId: string) => void
}

/** Renders button and dialog. A URL that requests the dialog opens it only with the right to invite. */
function InviteUser({ opened, action, onOpen, onClose, onShow }: InviteUserProps) {
  const { allowed, reason } = useInvite()
  useIdlePreload(InviteUserDialog, allowed)
  return (
    <>
      <CommandButton
        variant="primary"
        command={{
          id: 'users.invite',
          label: 'Invite user',
          icon: IconUserPlus,
          keys: 'c',
          disabledReason: reason ?? undefined,
          run: onOpen,
        }}
      />
      {opened && allowed && <InviteUserDialog action={action} onClose={onClose} onShow={onShow} />}
    </>
  )
}
