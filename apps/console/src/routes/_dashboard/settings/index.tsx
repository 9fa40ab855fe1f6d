import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/settings/')({
  staticData: { title: 'Settings', access: 'frame' },
  component: ComingPage,
})
