import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/locations')({
  staticData: { title: 'Locations', access: 'merchant' },
  component: ComingPage,
})
