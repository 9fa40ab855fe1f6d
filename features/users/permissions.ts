import type { Role } from '@quaff/features/accounts/contract'

/** Action → roles (G11, G12). Which rows: administrators all, owners and viewers the people of their merchants. */
export const userPermissions = {
  'user.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'user.get': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'user.stats': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'user.export': ['quaff_admin'],
  'user.invite': ['quaff_admin', 'merchant_owner'],
  'user.resendInvitation': ['quaff_admin', 'merchant_owner'],
  'user.cancelInvitation': ['quaff_admin', 'merchant_owner'],
  'user.correctEmail': ['quaff_admin'],
  'user.acceptInvitation': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'user.removeFromMerchant': ['quaff_admin', 'merchant_owner'],
  'user.sendPasswordReset': ['quaff_admin'],
  'user.updateRole': ['quaff_admin'],
  'user.suspend': ['quaff_admin'],
  'user.reactivate': ['quaff_admin'],
  'user.delete': ['quaff_admin'],
  'user.approve': ['quaff_admin'],
  'user.reject': ['quaff_admin'],
  'user.updatePerson': ['quaff_admin'],
  'user.removeSecondFactor': ['quaff_admin'],
  'user.removePasskeys': ['quaff_admin'],
  'user.unlinkSingleSignOn': ['quaff_admin'],
  'user.exportPerson': ['quaff_admin'],
  'user.erase': ['quaff_admin'],
  'user.transferMerchant': ['quaff_admin'],
} as const satisfies Record<string, readonly Role[]>

/** Roles that an inviter may give (G12). Customers are not invited, because the console would refuse them. */
export const invitableRoles: Record<string, readonly Role[]> = {
  quaff_admin: ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  merchant_owner: ['merchant_owner', 'merchant_viewer'],
}

export const userPermissionLabels: Readonly<Record<keyof typeof userPermissions, string>> = {
  'user.list': 'List users',
  'user.get': 'View a user',
  'user.stats': 'View user counts',
  'user.export': 'Export users',
  'user.invite': 'Invite users',
  'user.resendInvitation': 'Resend invitations',
  'user.cancelInvitation': 'Cancel invitations',
  'user.correctEmail': 'Correct an invited user’s email',
  'user.acceptInvitation': 'Accept invitations to merchants',
  'user.removeFromMerchant': 'Remove users from a merchant',
  'user.sendPasswordReset': 'Send password resets',
  'user.updateRole': 'Change roles',
  'user.suspend': 'Suspend users',
  'user.reactivate': 'Reactivate users',
  'user.delete': 'Delete users',
  'user.approve': 'Approve registrations',
  'user.reject': 'Reject registrations',
  'user.updatePerson': 'Edit a user’s name and phone number',
  'user.removeSecondFactor': 'Remove a user’s authenticator app',
  'user.removePasskeys': 'Remove a user’s passkeys',
  'user.unlinkSingleSignOn': 'Unlink a user’s single sign-on',
  'user.exportPerson': 'Export a user’s data',
  'user.erase': 'Erase a user',
  'user.transferMerchant': 'Transfer a merchant',
}
