import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/plans/promotions')({
  staticData: { title: 'Promotions', access: 'global' },
  component: ComingPage,
})
