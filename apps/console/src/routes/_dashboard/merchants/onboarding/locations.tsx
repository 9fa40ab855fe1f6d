import { createFileRoute } from '@tanstack/react-router'
import { OnboardingLocationsPage } from '@quaff/features/onboarding/console/onboarding-locations-page'
import { pageAccess } from '../../../../frame/route-access'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/locations')({
  staticData: { title: 'Onboarding locations', access: pageAccess['/merchants/onboarding/locations'] },
  component: OnboardingLocationsPage,
})
