import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/merchants/application-submitted')({
  staticData: { title: 'Application submitted', access: 'member' },
  component: ComingPage,
})
