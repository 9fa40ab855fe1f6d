import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/waitlists')({
  staticData: { title: 'Waitlists', access: 'global' },
  component: ComingPage,
})
