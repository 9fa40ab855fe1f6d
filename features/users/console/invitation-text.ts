import type { UserRecord } from '../contract'

export function invitationText(invitation: UserRecord['invitation'], day: (at: Date) => string): string {
  if (!invitation) return 'None'
  if (invitation.used) return invitation.usedAt ? `Accepted on ${day(invitation.usedAt)}` : 'Accepted'
  const password = invitation.requiresPasswordSetup ? ', asks for a password first' : ''
  return `Sent on ${day(invitation.createdAt)}, not yet accepted${password}`
}
