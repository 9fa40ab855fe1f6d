import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/merchants/onboarding/')({
  staticData: { title: 'Merchant onboarding', access: 'member' },
  component: ComingPage,
})
