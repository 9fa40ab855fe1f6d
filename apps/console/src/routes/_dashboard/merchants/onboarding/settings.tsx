import { createFileRoute } from '@tanstack/react-router'
import { OnboardingSettingsPage } from '@quaff/features/onboarding/console/onboarding-settings-page'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/settings')({
  staticData: { title: 'Onboarding settings', access: 'member' },
  component: OnboardingSettingsPage,
})
