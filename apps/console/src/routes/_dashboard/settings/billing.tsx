import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/settings/billing')({
  staticData: { title: 'Billing', access: 'merchant' },
  component: ComingPage,
})
