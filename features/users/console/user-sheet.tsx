import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useMerchantRecord } from '@quaff/features/sessions/console/merchant-record-widget'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import { useCommandContext, useSessionUser, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { DateText, RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { KeyValue, MetaPill } from '@quaff/platform/console/display/panel'
import { offeredOf, useRecordCommands } from '@quaff/platform/console/frame/command'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { RecordSheet, type SheetOfList, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { adminRole } from '@quaff/platform/shared/product'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { UserRecord, UserRow } from '../contract'
import { ContactSection } from './contact-section'
import type { PersonActions } from './use-person-actions'
import { UserAccessTab } from './user-access-tab'
import { nameOf, type Person, type PersonAction, userCommands } from './user-commands-widget'
import { usersApi } from './user-queries'
import { noPersonParts, type PersonPartProps, type PersonSheetParts } from './user-search-widget'
import { UserEmail, userStatusMeta } from './user-text'
import classes from './users.module.css'

type UserSheetProps = SheetOfList<UserRow> & { parts: PersonSheetParts; onAction: PersonActions['start'] }

const ownTabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'access', label: 'Access' },
] as const

/** Staff have parts about passes only if they bought one. */
const mayBuy = ({ role, subscriptionCount }: UserRow) => role === 'customer' || Boolean(subscriptionCount)

export function UserSheet({ id, rows, total, parts, onAction, onOpen, onClose }: UserSheetProps) {
  const isAdministrator = useSessionUser().role === adminRole
  const [chosen, setTab] = useState('profile')
  const record = useMerchantRecord(
    useQuery(usersApi.get.queryOptions({ input: { userId: id ?? '' }, enabled: id !== undefined })),
    ({ merchants }) => merchants.map((merchant) => merchant.id),
  )
  const user = record.data ?? rows.find((candidate) => candidate.id === id)
  const isCustomer = user && mayBuy(user)
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
          <MetaPill meta={userStatusMeta[user.status]} />
          {nameOf(user) !== readableEmail(user.email) && (
            <span className={`q-caption ${classes.address}`}>
              <UserEmail user={user} />
            </span>
          )}
        </div>
      </div>
    </div>
  )
}

interface PersonToolbarProps {
  person: Person
  onAction: (action: PersonAction, person: Person) => void
}

/** Buttons that fit in a row; the others are in the menu. */
const BUTTONS = 2

/** The main action of a status, which is highlighted. */
const awaited: readonly PersonAction[] = ['resendInvitation', 'approve', 'reactivate']
const inMenu: readonly PersonAction[] = ['delete', 'removeFromMerchant']

/** Shows the actions for the open person, most urgent first. One that the status blocks is in the menu with its reason. */
function PersonToolbar({ person, onAction }: PersonToolbarProps) {
  const details = useCommandContext()
  useRecordCommands(userCommands, person, details, onAction)
  const offered = offeredOf(userCommands, person, details)
  if (offered.every(({ onlyButton }) => onlyButton)) return null
  const buttons = offered
    .filter(({ name, disabledReason }) => disabledReason === undefined && !inMenu.includes(name))
    .slice(0, BUTTONS)
  return (
    <div className="q-row q-wrap">
      {buttons.map(({ name, label, short, icon, keys }, index) => (
        <Button
          key={name}
          variant={index === 0 && awaited.includes(name) ? 'primary' : 'default'}
          icon={icon}
          shortcut={keys?.toUpperCase()}
          onClick={() => onAction(name, person)}
        >
          {short ?? label}
        </Button>
      ))}
      <RecordMenu
        set={userCommands}
        row={person}
        onRun={onAction}
        without={buttons.map(({ name }) => name)}
        target={<IconButton icon={IconDots} label={`More actions for ${isolated(nameOf(person))}`} variant="default" />}
      />
    </div>
  )
}

type UserProfileTabProps = { user: UserRecord; parts: Pick<PersonSheetParts, 'profileHead' | 'profile'> }

function UserProfileTab({ user, parts }: UserProfileTabProps) {
  const timeZone = useTimeZone()
  const isViewer = useSessionUser().role === 'merchant_viewer'
  const history = [
    { label: 'Status since', value: <DateText value={user.statusUpdatedAt} timeZone={timeZone} /> },
    { label: 'Created', value: <DateText value={user.createdAt} timeZone={timeZone} /> },
    { label: 'Last active', value: <RelativeTime value={user.lastActive} timeZone={timeZone} /> },
    { label: 'Updated', value: <RelativeTime value={user.updatedAt} timeZone={timeZone} /> },
    ...(mayBuy(user) ? [{ label: 'Subscriptions', value: formatCount(user.subscriptionCount ?? 0) }] : []),
  ]
  return (
    <div className="q-stack-loose">
      <Parts parts={parts.profileHead} user={user} />
      <ContactSection user={user} />
      {!isViewer && (
        <section className="q-stack-tight" aria-label="Account">
          <h3 className="q-h3">Account</h3>
          <KeyValue items={history} />
        </section>
      )}
      <Parts parts={parts.profile} user={user} />
    </div>
  )
}

function Parts({ parts, user }: { parts: readonly ComponentType<PersonPartProps>[]; user: UserRecord }) {
  return parts.map((Part, index) => <Part key={index} userId={user.id} person={user} />)
}
