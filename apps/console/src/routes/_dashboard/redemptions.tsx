import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/redemptions')({
  staticData: { title: 'Usage & Redemptions', access: 'merchant' },
  component: ComingPage,
})
