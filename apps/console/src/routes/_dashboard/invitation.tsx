import { createFileRoute } from '@tanstack/react-router'
import { AcceptInvitationPage } from '@quaff/features/users/console/accept-invitation-page'
import { pageAccess } from '../../frame/route-access'

export const Route = createFileRoute('/_dashboard/invitation')({
  staticData: { title: 'Invitation', access: pageAccess['/invitation'] },
  component: AcceptInvitationPage,
})
