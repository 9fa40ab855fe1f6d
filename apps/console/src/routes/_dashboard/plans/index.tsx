import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/plans/')({
  staticData: { title: 'Plans & Pricing', access: 'merchant' },
  component: ComingPage,
})
