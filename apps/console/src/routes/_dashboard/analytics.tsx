import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/analytics')({
  staticData: { title: 'Analytics', access: 'member' },
  component: ComingPage,
})
