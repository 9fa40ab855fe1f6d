import { createFileRoute } from '@tanstack/react-router'
import { SetupGuide } from '@quaff/features/onboarding/console/setup-guide-widget'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/')({
  staticData: { title: 'Merchant onboarding', access: 'member' },
  component: SetupGuide,
})
