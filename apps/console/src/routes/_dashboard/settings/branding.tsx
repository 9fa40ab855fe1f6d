import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/settings/branding')({
  staticData: { title: 'Branding', access: 'merchant' },
  component: ComingPage,
})
