import { createFileRoute } from '@tanstack/react-router'
import { OnboardingLocationsPage } from '@quaff/features/onboarding/console/onboarding-locations-page'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/locations')({
  staticData: { title: 'Onboarding locations', access: 'member' },
  component: OnboardingLocationsPage,
})
