import { z } from 'zod'
import { roles } from '@quaff/features/accounts/contract'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { formSchema, formSchemas, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { id, oneOf, span, text } from '@quaff/platform/shared/fields/fields'
import { email, line, personName, phone } from '@quaff/platform/shared/fields/form-fields'
import { pageInput, pageLimits, pageOf, sortOrders } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { accessContract, accessLimits, assignedMerchantsSchema } from './access-contract'
import { invitationTimelineSchema, merchantInvitationContract } from './invitations-contract'

export const userStatuses = ['active', 'suspended', 'pending', 'pending_approval', 'rejected'] as const
export type UserStatus = (typeof userStatuses)[number]

export const userTabs = ['team', 'pending', 'customers', 'blocked'] as const
export type UserTab = (typeof userTabs)[number]
export const userSorts = ['created', 'name', 'lastActive'] as const
export type UserSort = (typeof userSorts)[number]

/** Spec §2: the columns of the export, in this order. */
export const userLimits = {
  merchantsPerUser: accessLimits.merchantsPerUser,
  exportSelection: 1_000,
  /** Maximum ids per `listIds` call. */
  idsPerAnswer: 1_000,
  /** Maximum users per `listSelected` call. */
  selectedPerAnswer: 250,
} as const

/** Filter value for owners and viewers together, the "merchant accounts" of spec §3. */
export const merchantAccounts = 'merchant_accounts'

/** Filter value "pending" matches pending and pending_approval (spec §2). */
export const userFilters = {
  tab: oneOf(userTabs),
  q: text(pageLimits.maxSearchLength),
  role: text(textLimits.id),
  status: oneOf(userStatuses),
  merchantId: id(),
  created: span('createdFrom', 'createdTo'),
}
export const userFilter = z.strictObject(schemasOf(userFilters))
export type UserFilter = z.infer<typeof userFilter>
export const listUsersInput = pageInput.extend({
  ...userFilter.shape,
  sort: z.enum(userSorts).default('created'),
  order: z.enum(sortOrders).default('desc'),
})
export type ListUsersInput = z.infer<typeof listUsersInput>

export const userMerchantSchema = z.object({ id: z.string(), name: z.string() })
export const userRowSchema = z.object({
  id: z.string(),
  email: z.string(),
  emailIsPlaceholder: z.boolean(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  role: z.string(),
  status: z.enum(userStatuses),
  /** Only those that the caller may see. */
  merchants: z.array(userMerchantSchema),
  /** Null for viewers, who see the name, address, role and status of colleagues (G11). */
  createdAt: z.date().nullable(),
  lastActive: z.date().nullable(),
  subscriptionCount: z.int().nullable(),
  version: z.int(),
  /** Name, address and phone were removed on request; such an account is never let in again. */
  erasedAt: z.date().nullable(),
  /** True if there is no other active administrator. */
  isLastAdministrator: z.boolean(),
  /** The owner on record of some merchant. */
  ownsMerchant: z.boolean(),
  /** True if the user has merchants that the caller may not see. */
  worksElsewhere: z.boolean(),
  /** Sets up, or has applied for, a new venue. */
  hasApplication: z.boolean(),
  /** True if only an imported document names the role, without claims or a record (spec §5): it grants no access. */
  roleIsNotGiven: z.boolean(),
})
export type UserRow = z.infer<typeof userRowSchema>

export const listUserIdsInput = z.strictObject({ ...userFilter.shape, cursor: pageInput.shape.cursor })
export type ListUserIdsInput = z.infer<typeof listUserIdsInput>
/** Newest first; `total` as that of a page. */
export const userIdsSchema = z.object({
  userIds: z.array(z.string()),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
})
export type UserIds = z.infer<typeof userIdsSchema>
export const listSelectedUsersInput = z.strictObject({ ids: z.array(idSchema).max(userLimits.selectedPerAnswer) })
export type ListSelectedUsersInput = z.infer<typeof listSelectedUsersInput>
/** Identity and the fields that decide about actions (`possibleUserActions`). */
export const selectableUserSchema = userRowSchema.omit({
  photoURL: true,
  merchants: true,
  createdAt: true,
  lastActive: true,
  subscriptionCount: true,
})
export type SelectableUser = z.infer<typeof selectableUserSchema>

export const userRecordSchema = userRowSchema.extend({
  phoneNumber: z.string().nullable(),
  emailVerified: z.boolean().nullable(),
  /** True with a confirmed authenticator app; null for callers who are not administrators. */
  hasSecondFactor: z.boolean().nullable(),
  /** Number of passkeys; null for callers who are not administrators. */
  passkeys: z.int().nullable(),
  /** True if linked with an identity provider; null for callers who are not administrators. */
  hasSingleSignOn: z.boolean().nullable(),
  statusUpdatedAt: z.date().nullable(),
  updatedAt: z.date().nullable(),
  /** Merchants owned on record that the caller may see. */
  ownedMerchants: z.array(userMerchantSchema),
  /** Null without an invitation, and for callers who may not invite. */
  timeline: invitationTimelineSchema.nullable(),
  invitation: z
    .object({ createdAt: z.date(), used: z.boolean(), usedAt: z.date().nullable(), requiresPasswordSetup: z.boolean() })
    .nullable(),
})
export type UserRecord = z.infer<typeof userRecordSchema>

/** Spec §3 "User stats"; `newSince` says from when newUsersThisMonth counts. */
export const userStatsSchema = z.object({
  totalUsers: z.int(),
  activeUsers: z.int(),
  merchantAccounts: z.int(),
  suspendedUsers: z.int(),
  newUsersThisMonth: z.int(),
  newSince: z.date(),
  usersByRole: z.record(z.string(), z.int()),
  /** Null for a search that finds too many to count. */
  tabs: z.record(z.enum(userTabs), z.int()).nullable(),
})
export type UserStats = z.infer<typeof userStatsSchema>

/** The phone number is E.164 or as typed; blank removes it. */
export const profileFields = { displayName: personName(), phoneNumber: phone() }
export const updateProfileInput = z.strictObject(formSchemas(profileFields))
export const exportUsersInput = z.strictObject({
  format: z.enum(exportFormats),
  filter: userFilter.optional(),
  /** Selected rows; without it all that match. */
  ids: z.array(idSchema).max(userLimits.exportSelection).optional(),
})
export type ExportUsersInput = z.infer<typeof exportUsersInput>

export const inviteFields = {
  email: email(),
  displayName: line(),
  newVenueName: line({ missing: 'Enter the name of the venue' }),
}
/** `createAdminUserV2` by an administrator or owner (spec §7, G12). */
export const inviteUserInput = z.strictObject({
  email: formSchema(inviteFields.email),
  displayName: formSchema(inviteFields.displayName).optional(),
  phoneNumber: formSchema(profileFields.phoneNumber).optional(),
  role: z.enum(roles),
  merchantIds: assignedMerchantsSchema.default([]),
  /** A new venue instead of existing ones: makes an application (specification-gaps.md, "Application to live"). */
  newVenueName: formSchema(inviteFields.newVenueName).optional(),
  isPublicRegistration: z.literal(false).default(false),
})
export type InviteUserInput = z.infer<typeof inviteUserInput>
export const previewInvitationInput = inviteUserInput.pick({ role: true, merchantIds: true, newVenueName: true })
export type PreviewInvitationInput = z.infer<typeof previewInvitationInput>
/** The email as it would be sent, without its link. */
export const invitationPreviewSchema = z.object({ subject: z.string(), html: z.string() })
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>
/** Public registration takes nothing that grants rights (G23). */
export const registerUserInput = z.strictObject({
  email: formSchema(inviteFields.email),
  displayName: formSchema(inviteFields.displayName).optional(),
  phoneNumber: formSchema(profileFields.phoneNumber).optional(),
  isPublicRegistration: z.literal(true),
})
/** `error` is what the inviter can correct; missing rights are refused instead. */
export const invitationOutcomeSchema = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  /** Set for administrators: an owner's invitation names no account. */
  userId: z.string().optional(),
})
export type InvitationOutcome = z.infer<typeof invitationOutcomeSchema>

/** `version` of the merchant; `newOwnerId` is an active person with role merchant_owner. */
export const transferMerchantInput = z.strictObject({
  merchantId: idSchema,
  version: z.int().min(1),
  newOwnerId: idSchema,
  /** True keeps the former owner in the team; otherwise they lose the merchant. */
  keepFormerOwner: z.boolean(),
})
export type TransferMerchantInput = z.infer<typeof transferMerchantInput>
export const userIdInput = z.strictObject({ userId: idSchema })

const get = route('GET', 'Users')
const post = route('POST', 'Users')
const patch = route('PATCH', 'Users')

export const usersContract = {
  list: get('/users', 'Users, newest first').input(listUsersInput).output(pageOf(userRowSchema)),
  /** At most `userLimits.idsPerAnswer` per call. */
  listIds: get('/user-ids', 'IDs of all matching users').input(listUserIdsInput).output(userIdsSchema),
  /** Without deleted users and those outside the caller's scope. */
  listSelected: get('/selected-users', 'Selected users and the actions each allows')
    .input(listSelectedUsersInput)
    .output(z.array(selectableUserSchema)),
  get: get('/users/{userId}', 'One user').input(userIdInput).output(userRecordSchema),
  stats: get('/user-stats', 'User counts')
    .input(z.strictObject({ merchantId: userFilter.shape.merchantId, q: userFilter.shape.q }))
    .output(userStatsSchema),
  updateProfile: patch('/profile', 'Update my display name and phone number')
    .input(updateProfileInput)
    .output(z.object({ success: z.literal(true) })),
  invite: post('/users', 'Invite a user').input(inviteUserInput).output(invitationOutcomeSchema),
  previewInvitation: get('/invitation-preview', 'Preview the invitation email')
    .input(previewInvitationInput)
    .output(invitationPreviewSchema),
  ...accessContract,
  ...merchantInvitationContract,
  transferMerchant: route('POST', 'Merchants')(
    '/merchants/{merchantId}/transfer',
    'Transfer a merchant to another owner',
  )
    .input(transferMerchantInput)
    .output(z.object({ success: z.literal(true) })),
}
