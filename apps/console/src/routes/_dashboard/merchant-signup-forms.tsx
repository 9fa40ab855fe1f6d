import { createFileRoute } from '@tanstack/react-router'
import { ComingPage } from '../../frame/coming-page'

export const Route = createFileRoute('/_dashboard/merchant-signup-forms')({
  staticData: { title: 'Merchant Signup Forms', access: 'global' },
  component: ComingPage,
})
