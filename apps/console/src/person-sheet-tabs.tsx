import type { PersonSheetParts } from '@quaff/features/users/console/person-sheet-parts-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { SkeletonText } from '@quaff/platform/console/display/panel'

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

/** What other features draw inside an open person, each fetched when it is first looked at. */
export const personSheetParts: PersonSheetParts = {
  tabs: [
    {
      id: 'subscriptions',
      label: 'Subscriptions',
      isOfCustomers: true,
      Content: ({ userId }) => (
        <div className="q-stack">
          <CustomerExplanation userId={userId} />
          <UserSubscriptions userId={userId} />
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
