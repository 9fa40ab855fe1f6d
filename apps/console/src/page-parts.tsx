import type { BillingParts } from '@quaff/features/banking/console/billing-page'
import type { RedemptionTabs } from '@quaff/features/redemptions/console/redemption-tabs-widget'
import type { SettingsParts } from '@quaff/features/settings/console/settings-parts-widget'
import type { PersonSheetParts } from '@quaff/features/users/console/user-search-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Panel, SkeletonText } from '@quaff/platform/console/display/panel'

export const billingParts: BillingParts = {
  Summary: deferred(
    async () => (await import('@quaff/features/payouts/console/payout-summary-widget')).PayoutSummaryPanel,
    <Panel title="Payout summary" loading />,
  ),
  Statements: deferred(
    async () => (await import('@quaff/features/payouts/console/statements-widget')).StatementsPanel,
    <Panel title="Statements" loading />,
  ),
}

export const settingsParts: SettingsParts = {
  EditProfile: deferred(
    async () => (await import('@quaff/features/users/console/edit-profile-widget')).EditProfileDialog,
  ),
  MailPreferences: deferred(
    async () => (await import('@quaff/features/notifications/console/mail-preferences-widget')).MailPreferences,
  ),
  Keys: deferred(async () => (await import('@quaff/features/api-keys/console/keys-tab-widget')).KeysTab),
  Sources: deferred(async () => (await import('@quaff/features/sources/console/sources-widget')).Sources),
  Security: deferred(async () => (await import('@quaff/features/sign-in/console/security-widget')).Security),
  Import: deferred(async () => (await import('@quaff/features/imports/console/imports-tab-widget')).ImportsTab),
  PaymentProvider: deferred(
    async () => (await import('@quaff/features/payments/console/payment-provider-widget')).PaymentProvider,
  ),
  Webhooks: deferred(async () => (await import('@quaff/features/webhooks/console/webhooks-tab-widget')).WebhooksTab),
  RecentActivity: deferred(
    async () => (await import('@quaff/features/activity/console/user-activity-widget')).MyRecentActivity,
  ),
}

export const redemptionTabs: RedemptionTabs = {
  subscribers: deferred(
    async () => (await import('./frame/subscribers-tab')).SubscribersTab,
    <SkeletonText lines={8} />,
  ),
}

const skeleton = <SkeletonText lines={6} />

const CustomerExplanation = deferred(
  async () => (await import('@quaff/features/redemptions/console/customer-explanation-widget')).CustomerExplanation,
  skeleton,
)
const UserSubscriptions = deferred(
  async () => (await import('@quaff/features/subscriptions/console/user-subscriptions-widget')).UserSubscriptions,
  skeleton,
)

const PersonalData = deferred(
  async () => (await import('@quaff/features/personal-data/console/personal-data-widget')).PersonalData,
  skeleton,
)

export const personSheetParts: PersonSheetParts = {
  tabs: [
    {
      id: 'subscriptions',
      label: 'Subscriptions',
      isOfCustomers: true,
      Content: ({ userId, person: { email } }) => (
        <div className="q-stack">
          <CustomerExplanation userId={userId} />
          <UserSubscriptions userId={userId} address={email} />
        </div>
      ),
    },
    {
      id: 'redemptions',
      label: 'Redemptions',
      isOfCustomers: true,
      Content: deferred(
        async () => (await import('@quaff/features/redemptions/console/user-redemptions-widget')).UserRedemptions,
        skeleton,
      ),
    },
    {
      id: 'activity',
      label: 'Activity',
      Content: deferred(
        async () => (await import('@quaff/features/activity/console/user-activity-widget')).UserActivityList,
        skeleton,
      ),
    },
  ],
  profileHead: [({ userId, person }) => person.role === 'customer' && <CustomerExplanation userId={userId} short />],
  profile: [PersonalData],
}
