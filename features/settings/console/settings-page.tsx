import { IconBuildingBank, IconPalette, IconPencil } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { roleTitle } from '@quaff/features/accounts/rules'
import { usePreviewReason, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import { Button, PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { KeyValue } from '@quaff/platform/console/display/key-value'
import { LinkCard } from '@quaff/platform/console/display/link-card'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { Notice } from '@quaff/platform/console/display/notice'
import { Panel, SkeletonText } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { mayOpenTab, type SettingsTab, settingsTabsFor } from '../tabs-rules'
import type { SettingsParts } from './settings-parts-widget'
import type { OnSettingsSearch, SettingsSearch } from './settings-search-widget'

const skeleton = <SkeletonText lines={6} />
const PreferencesTab = deferred(async () => (await import('./preferences-tab')).PreferencesTab, skeleton)
const AccessTab = deferred(async () => (await import('./access-tab')).AccessTab, skeleton)
const HealthTab = deferred(async () => (await import('./health-tab')).HealthTab, skeleton)
const PlatformTab = deferred(async () => (await import('./platform-tab')).PlatformTab, skeleton)
const MailsTab = deferred(async () => (await import('./mails-tab')).MailsTab, skeleton)
const AuditTab = deferred(async () => (await import('./audit-tab')).AuditTab, skeleton)

const labels: Record<SettingsTab, string> = {
  profile: 'Profile',
  preferences: 'Preferences',
  access: 'My access',
  security: 'Security',
  health: 'System health',
  platform: 'Platform',
  mails: 'Email templates',
  keys: 'API keys',
  webhooks: 'Webhooks',
  audit: 'Audit log',
  import: 'Imports',
}

type SettingsPageProps = { search: SettingsSearch; onSearch: OnSettingsSearch; parts: SettingsParts }

export function SettingsPage({ search, onSearch, parts }: SettingsPageProps) {
  const { role } = useSessionUser()
  const panelId = useId()
  const absent = [
    ...(parts.Security ? [] : ['security' as const]),
    ...(parts.Keys ? [] : ['keys' as const]),
    ...(parts.Webhooks ? [] : ['webhooks' as const]),
    ...(parts.Import ? [] : ['import' as const]),
  ]
  const tab = search.tab === undefined || absent.some((one) => one === search.tab) ? 'profile' : search.tab
  const tabs = settingsTabsFor(role, absent)
  const isOpen = mayOpenTab(tab, role)
  return (
    <div className="q-stack-loose">
      <PageHeader title="Settings" />
      <ListTabs
        label="Settings"
        tabs={tabs.map((id) => ({ id, label: labels[id] }))}
        value={isOpen ? tab : undefined}
        onChange={(id) => onSearch(freshTab(id))}
        controls={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={labels[tab]} className="q-stack-loose">
        {isOpen ? (
          <OpenTab tab={tab} search={search} onSearch={onSearch} parts={parts} />
        ) : (
          <Notice
            tone="neutral"
            title="No access"
            action={<Button onClick={() => onSearch(freshTab('profile'))}>Go to profile</Button>}
          >
            Only administrators can see this page.
          </Notice>
        )}
      </div>
    </div>
  )
}

function OpenTab({ tab, search, onSearch, parts }: SettingsPageProps & { tab: SettingsTab }) {
  const { EditProfile, MailPreferences, Security, RecentActivity, Sources, PaymentProvider, Keys, Webhooks, Import } =
    parts
  switch (tab) {
    case 'profile':
      return <ProfileTab EditProfile={EditProfile} />
    case 'preferences':
      return (
        <>
          <PreferencesTab />
          {MailPreferences && <MailPreferences />}
        </>
      )
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

/** Resets the list filters and the selected email, which belong to one tab only. */
function freshTab(tab: SettingsTab): SettingsSearch {
  const none = {
    actorId: undefined,
    action: undefined,
    targetType: undefined,
    q: undefined,
    targetId: undefined,
    merchantId: undefined,
    mail: undefined,
    run: undefined,
    level: undefined,
    collection: undefined,
    error: undefined,
    keys: undefined,
  }
  return {
    ...none,
    tab: tab === 'profile' ? undefined : tab,
    from: undefined,
    to: undefined,
    page: undefined,
    id: undefined,
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
              { label: 'Display name', value: user.displayName },
              { label: 'Email', value: readableEmail(user.email) },
              { label: 'Phone number', value: user.phoneNumber },
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

/** Shows settings of the selected merchant, or a merchant picker. */
function MerchantSettings() {
  return (
    <nav className="q-grid-2" aria-label="Merchant settings">
      <LinkCard icon={IconBuildingBank} title="Billing" text="Bank details and payouts" to="/settings/billing" />
      <LinkCard icon={IconPalette} title="Branding" text="Logo and mark" to="/settings/branding" />
    </nav>
  )
}
