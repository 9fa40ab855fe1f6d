import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { sheetPosition, type SheetOfList } from '@quaff/platform/console/list/paging/sheet-position'
import { RecordSheet } from '@quaff/platform/console/list/record-sheet'
import { adminRole } from '@quaff/platform/shared/product'
import type { UserRow } from '../contract'
import { PersonToolbar } from './person-actions-toolbar'
import { noPersonParts, type PersonSheetParts } from './person-sheet-parts-widget'
import type { PersonActions } from './use-person-actions'
import { UserAccessTab } from './user-access-tab'
import { nameOf } from './user-commands-widget'
import { UserEmail } from './user-email-text'
import { UserProfileTab } from './user-profile-tab'
import { usersApi } from './user-queries'
import { userLooks } from './user-status'
import classes from './user-sheet.module.css'

type UserSheetProps = SheetOfList<UserRow> & { parts: PersonSheetParts; onAction: PersonActions['start'] }

const ownTabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'access', label: 'Access' },
] as const

export function UserSheet({ id, rows, total, parts, onAction, onOpen, onClose }: UserSheetProps) {
  const isAdministrator = useSessionUser().role === adminRole
  const [chosen, setTab] = useState('profile')
  const record = useMerchantRecord(
    useQuery(usersApi.get.queryOptions({ input: { userId: id ?? '' }, enabled: id !== undefined })),
    ({ merchants }) => merchants.map((merchant) => merchant.id),
  )
  const user = record.data ?? rows.find((candidate) => candidate.id === id)
  const isCustomer = user?.role === 'customer' || Boolean(user?.subscriptionCount)
  const more = isAdministrator ? parts.tabs.filter(({ isOfCustomers }) => isCustomer || !isOfCustomers) : []
  // The next person may not have the tab that was open.
  const tab = more.some((one) => one.id === chosen) || chosen === 'access' ? chosen : 'profile'
  const Part = more.find((one) => one.id === tab)?.Content
  return (
    <RecordSheet
      opened={id !== undefined}
      onClose={onClose}
      title={user ? nameOf(user) : 'User'}
      noun="User"
      {...sheetPosition(rows, id, total, onOpen)}
      query={record}
      header={
        user && (
          <div className="q-stack">
            <SheetHeader user={user} />
            {record.data && <PersonToolbar person={record.data} onAction={onAction} />}
          </div>
        )
      }
      tabs={<ListTabs label="User" tabs={[...ownTabs, ...more]} value={tab} onChange={setTab} />}
    >
      {record.data && (
        <>
          {/* Hidden, not gone: what is being typed outlasts a look at another tab. */}
          <div hidden={tab !== 'profile'} key={record.data.id}>
            <UserProfileTab user={record.data} parts={isAdministrator ? parts : noPersonParts} />
          </div>
          {tab === 'access' && <UserAccessTab user={record.data} />}
          {Part && <Part key={`${tab}-${record.data.id}`} userId={record.data.id} person={record.data} />}
        </>
      )}
    </RecordSheet>
  )
}

function SheetHeader({ user }: { user: UserRow }) {
  return (
    <div className="q-row">
      <InitialsMark name={nameOf(user)} imageUrl={user.photoURL} round size="lg" />
      <div className="q-grow">
        <b className={`q-h2 ${classes.title}`} aria-hidden>
          {nameOf(user)}
        </b>
        <div className="q-row q-wrap">
          <LookPill look={userLooks[user.status]} />
          {nameOf(user) !== user.email && (
            <span className={`q-caption ${classes.address}`}>
              <UserEmail user={user} />
            </span>
          )}
        </div>
      </div>
    </div>
  )
}
