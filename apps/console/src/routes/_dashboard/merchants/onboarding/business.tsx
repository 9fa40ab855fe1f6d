import { createFileRoute } from '@tanstack/react-router'
import { BusinessProfilePage } from '@quaff/features/onboarding/console/business-profile-page'
import { pageAccess } from '../../../../frame/route-access'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/business')({
  staticData: { title: 'Business Profile', access: pageAccess['/merchants/onboarding/business'] },
  component: BusinessProfilePage,
})
