import type { PersonSheetParts } from '@quaff/features/users/console/sheet/person-sheet-parts-widget'
import { lazy } from 'react'

const CustomerExplanation = lazy(async () => ({
  default: (await import('@quaff/features/redemptions/console/person/customer-explanation-widget')).CustomerExplanation,
}))
const UserSubscriptions = lazy(async () => ({
  default: (await import('@quaff/features/subscriptions/console/user-subscriptions-widget')).UserSubscriptions,
}))

const PersonalData = lazy(async () => ({
  default: (await import('@quaff/features/personal-data/console/personal-data-widget')).PersonalData,
}))

/** What other features draw inside an open person, each fetched when it is first looked at. */
export const personSheetParts: PersonSheetParts = {
  tabs: [
    {
      id: 'subscriptions',
      label: 'Subscriptions',
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
      Content: lazy(async () => ({
        default: (await import('@quaff/features/redemptions/console/person/user-redemptions-widget')).UserRedemptions,
      })),
    },
    {
      id: 'activity',
      label: 'Activity',
      Content: lazy(async () => ({
        default: (await import('@quaff/features/activity/console/user/user-activity-widget')).UserActivityList,
      })),
    },
  ],
  profileHead: [({ userId, person }) => person.role === 'customer' && <CustomerExplanation userId={userId} short />],
  profile: [PersonalData],
}
