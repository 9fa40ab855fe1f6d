import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/payouts')({
  staticData: { title: 'Payouts', access: 'member' },
  component: ComingPage,
})
