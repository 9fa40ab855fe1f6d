import { createFileRoute } from '@tanstack/react-router'
import { BusinessProfilePage } from '@quaff/features/onboarding/console/business-profile-page'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/business')({
  staticData: { title: 'Business Profile', access: 'member' },
  component: BusinessProfilePage,
})
