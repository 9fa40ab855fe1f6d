import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/affiliates')({
  staticData: { title: 'Affiliate Links', access: 'member' },
  component: ComingPage,
})
