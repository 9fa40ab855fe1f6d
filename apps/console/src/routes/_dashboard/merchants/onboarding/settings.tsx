import { createFileRoute } from '@tanstack/react-router'
import { OnboardingSettingsPage } from '@quaff/features/onboarding/console/onboarding-settings-page'
import { pageAccess } from '../../../../frame/route-access'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/settings')({
  staticData: { title: 'Onboarding settings', access: pageAccess['/merchants/onboarding/settings'] },
  component: OnboardingSettingsPage,
})
