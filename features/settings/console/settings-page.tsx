import { useMediaQuery } from '@mantine/hooks'
import {
  IconAdjustmentsHorizontal,
  IconBell,
  IconBuilding,
  IconBuildingBank,
  IconChevronLeft,
  IconFileImport,
  IconHeartbeat,
  IconHistory,
  IconId,
  IconKey,
  IconMail,
  IconPalette,
  IconPencil,
  IconShieldLock,
  IconUser,
  IconWebhook,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { roleTitle } from '@quaff/features/accounts/rules'
import { useLockedPages } from '@quaff/features/onboarding/console/locked-pages-widget'
import { useMerchantSelection, usePreviewReason, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink, PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { KeyValue, Notice, Panel, SkeletonText } from '@quaff/platform/console/display/panel'
import { PhoneText } from '@quaff/platform/console/forms/use-phone-example'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { Glyph, type IconLike } from '@quaff/platform/console/theme/glyph'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { mayOpenTab, settingsGroupsFor, type SettingsTab, settingsTabs } from '../tabs-rules'
import { settingsPages } from './settings-pages-widget'
import type { SettingsParts } from './settings-parts-widget'
import type { OnSettingsSearch, SettingsSearch } from './settings-search-widget'
import classes from './settings-frame.module.css'

const skeleton = <SkeletonText lines={6} />
const PreferencesTab = deferred(async () => (await import('./preferences-tab')).PreferencesTab, skeleton)
const AccessTab = deferred(async () => (await import('./access-tab')).AccessTab, skeleton)
const HealthTab = deferred(async () => (await import('./health-tab')).HealthTab, skeleton)
const PlatformTab = deferred(async () => (await import('./platform-tab')).PlatformTab, skeleton)
const MailsTab = deferred(async () => (await import('./mails-tab')).MailsTab, skeleton)
const AuditTab = deferred(async () => (await import('./audit-tab')).AuditTab, skeleton)

const icons: Record<SettingsTab, IconLike> = {
  profile: IconUser,
  preferences: IconAdjustmentsHorizontal,
  notifications: IconBell,
  security: IconShieldLock,
  access: IconId,
  platform: IconBuilding,
  mails: IconMail,
  health: IconHeartbeat,
  audit: IconHistory,
  keys: IconKey,
  webhooks: IconWebhook,
  import: IconFileImport,
}

type SettingsPageProps = { search: SettingsSearch; onSearch: OnSettingsSearch; parts: SettingsParts }

/** On a phone the list is the first page, and each entry a page behind it. */
export function SettingsPage({ search, onSearch, parts }: SettingsPageProps) {
  const { role } = useSessionUser()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const present: Partial<Record<SettingsTab, unknown>> = {
    notifications: parts.MailPreferences,
    security: parts.Security,
    keys: parts.Keys,
    webhooks: parts.Webhooks,
    import: parts.Import,
  }
  const absent = settingsTabs.filter((tab) => tab in present && present[tab] === undefined)
  const tab = search.tab === undefined || absent.includes(search.tab) ? 'profile' : search.tab
  const groups = settingsGroupsFor(role, absent)
  const isOpen = mayOpenTab(tab, role)
  const isList = isPhone && search.tab === undefined
  const wasList = useRef(isList)
  useEffect(() => {
    // The link that was followed is gone with its list.
    if (wasList.current !== isList) document.getElementById('main')?.focus()
    wasList.current = isList
  }, [isList])
  return (
    <div className="q-stack-loose">
      {isPhone && !isList && (
        <AppLink className={`q-link ${classes.back}`} to="/settings">
          <Glyph icon={IconChevronLeft} />
          Settings
        </AppLink>
      )}
      <PageHeader title={isPhone && !isList ? settingsPages[tab].label : 'Settings'} />
      <div className={classes.page}>
        {isList && <PhoneList groups={groups} />}
        {!isPhone && <SideList groups={groups} current={isOpen ? tab : undefined} />}
        {!isList && (
          <div className={`q-stack-loose ${classes.content}`}>
            {isOpen ? (
              <OpenTab tab={tab} search={search} onSearch={onSearch} parts={parts} />
            ) : (
              <Notice
                tone="neutral"
                title="No access"
                action={<ButtonLink to={addressOf('profile')}>Go to profile</ButtonLink>}
              >
                Only administrators can see this page.
              </Notice>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

const addressOf = (tab: SettingsTab) => `/settings?tab=${tab}`
interface GroupsProps {
  groups: ReturnType<typeof settingsGroupsFor>
}

function SideList({ groups, current }: GroupsProps & { current: SettingsTab | undefined }) {
  return (
    <nav className={classes.side} aria-label="Settings">
      {groups.map(({ label, tabs }) => (
        <div key={label} role="group" aria-label={label}>
          <span className="q-caption" aria-hidden>
            {label}
          </span>
          {tabs.map((tab) => (
            <AppLink
              key={tab}
              to={addressOf(tab)}
              className={classes.entry}
              aria-current={tab === current ? 'page' : undefined}
            >
              <Glyph icon={icons[tab]} size={18} />
              {settingsPages[tab].label}
            </AppLink>
          ))}
        </div>
      ))}
    </nav>
  )
}

function PhoneList({ groups }: GroupsProps) {
  return (
    <nav className="q-stack-loose" aria-label="Settings">
      {groups.map(({ label, tabs }) => (
        <Panel key={label} title={label} flush>
          <div className={classes.rows}>
            {tabs.map((tab) => (
              <LinkCard
                key={tab}
                look="row"
                icon={icons[tab]}
                title={settingsPages[tab].label}
                text={settingsPages[tab].hint}
                to={addressOf(tab)}
              />
            ))}
          </div>
        </Panel>
      ))}
    </nav>
  )
}

function OpenTab({ tab, search, onSearch, parts }: SettingsPageProps & { tab: SettingsTab }) {
  const { EditProfile, MailPreferences, Security, RecentActivity, Sources, PaymentProvider, Keys, Webhooks, Import } =
    parts
  switch (tab) {
    case 'profile':
      return <ProfileTab EditProfile={EditProfile} />
    case 'preferences':
      return <PreferencesTab />
    case 'notifications':
      return MailPreferences && <MailPreferences />
    case 'access':
      return <AccessTab />
    case 'security':
      return (
        <>
          {Security && <Security />}
          {RecentActivity && <RecentActivity />}
        </>
      )
    case 'health':
      return (
        <>
          <HealthTab />
          {Sources && <Sources />}
          {PaymentProvider && <PaymentProvider />}
        </>
      )
    case 'platform':
      return <PlatformTab />
    case 'mails':
      return <MailsTab search={search} onSearch={onSearch} />
    case 'keys':
      return Keys && <Keys search={search} onSearch={onSearch} />
    case 'webhooks':
      return Webhooks && <Webhooks search={search} onSearch={onSearch} />
    case 'audit':
      return <AuditTab search={search} onSearch={onSearch} />
    case 'import':
      return Import && <Import search={search} onSearch={onSearch} />
  }
}

function ProfileTab({ EditProfile }: Pick<SettingsParts, 'EditProfile'>) {
  const user = useSessionUser()
  const previewReason = usePreviewReason()
  const button = useRef<HTMLButtonElement>(null)
  const [editing, setEditing] = useState(false)
  const close = () => {
    setEditing(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  const name = user.displayName || readableEmail(user.email)
  return (
    <>
      <Panel
        title="Profile"
        actions={
          <PermissionButton
            ref={button}
            size="sm"
            icon={IconPencil}
            disabledReason={previewReason}
            onClick={() => setEditing(true)}
          >
            Edit profile
          </PermissionButton>
        }
      >
        <div className="q-stack">
          <div className="q-row">
            <InitialsMark name={name} imageUrl={user.photoURL} round size="lg" />
            <b className="q-h2">{name}</b>
          </div>
          <KeyValue
            items={[
              { label: 'Email', value: readableEmail(user.email) },
              { label: 'Phone number', value: user.phoneNumber && <PhoneText value={user.phoneNumber} /> },
              { label: 'Role', value: roleTitle(user.role) },
              { label: 'Password', value: user.hasPassword ? 'Set' : 'None. You sign in with an email link' },
            ]}
          />
        </div>
      </Panel>
      <MerchantSettings />
      {editing && <EditProfile onClose={close} />}
    </>
  )
}

function MerchantSettings() {
  const { permissions } = useSessionUser()
  const { current } = useMerchantSelection()
  const lockedPages = useLockedPages()
  if (!current && !permissions.canViewAllMerchants && permissions.canViewMerchantIds.length === 0) return null
  const linkTo = (to: string) => {
    const isLocked = current?.temporary || lockedPages.includes(to)
    return { to, disabledReason: isLocked ? 'Finish the business profile first' : undefined }
  }
  return (
    <nav className="q-grid-2" aria-label="Merchant settings">
      <LinkCard
        icon={IconBuildingBank}
        title="Billing"
        text="Bank details and payouts"
        {...linkTo('/settings/billing')}
      />
      <LinkCard icon={IconPalette} title="Branding" text="Logo and mark" {...linkTo('/settings/branding')} />
    </nav>
  )
}
