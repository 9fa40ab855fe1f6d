import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/settings')({
  staticData: { title: 'Onboarding settings', access: 'member' },
  component: ComingPage,
})
