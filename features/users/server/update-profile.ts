import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { z } from 'zod'
import { saveProfile } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  once,
  recordAudit,
  refuse,
  requireUser,
  type Transaction,
  type UserActor,
  withoutControls,
} from '@quaff/platform/server'
import { normalizePhone } from '@quaff/platform/shared/phone'
import type { UpdatePersonInput } from '../access-contract'
import type { updateProfileInput } from '../contract'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { lockTarget, refuseUnlessPossible } from './target-person'
import { publishUser } from './user-presenter'

/** The own display name and phone number, nothing else (spec §7). Needs no role beyond being signed in. */
export async function updateProfile(
  ctx: Context,
  input: z.infer<typeof updateProfileInput>,
): Promise<{ success: true }> {
  const actor = requireUser(ctx.actor)
  const after = readProfile(input)
  await inTransaction(ctx, async (tx) => {
    const before = await saveProfile(tx, actor.userId, { ...after, updatedAt: ctx.clock.now() })
    if (!before) throw refuse(userRefusals, 'USER')
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'profile_updated' })
    await recordAudit(ctx, tx, {
      action: 'update_profile',
      targetType: 'user',
      targetId: actor.userId,
      after: { changed: changedNames(before, after) },
    })
    await publishUser(tx, actor.userId, actor.merchantIds)
  })
  return { success: true }
}

/** Spec §7, `users/{id}` update: an administrator corrects the name and phone number of a person. */
export async function updatePerson(ctx: Context, input: UpdatePersonInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.updatePerson')
  const { requestKey, ...change } = input
  const request = { action: 'update_person', key: requestKey, input: change }
  return inTransaction(ctx, (tx) => once(ctx, tx, request, () => correct(ctx, tx, actor, change)))
}

async function correct(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  input: UpdatePersonInput,
): Promise<{ success: true }> {
  const target = await lockTarget(tx, merchantScope(actor), input)
  refuseUnlessPossible('updatePerson', actor, target)
  const after = readProfile(input)
  const before = await saveProfile(tx, target.user.id, { ...after, updatedAt: ctx.clock.now() })
  await addUserActivity(ctx, tx, { userId: target.user.id, action: 'profile_updated', details: { by: actor.userId } })
  await recordAudit(ctx, tx, {
    action: 'update_user',
    targetType: 'user',
    targetId: target.user.id,
    after: { changed: changedNames(before, after) },
  })
  await publishUser(tx, target.user.id, target.merchantIds)
  return { success: true }
}

type Profile = { displayName: string | null; phoneNumber: string | null }

function readProfile(typed: { displayName: string; phoneNumber: string }): Profile {
  return {
    displayName: withoutControls(typed.displayName).trim() || null,
    phoneNumber: readPhoneNumber(typed.phoneNumber),
  }
}

/** The names of changed fields without their values: the log cannot be changed when the person is erased. */
function changedNames(before: Profile | undefined, after: Profile) {
  return (['displayName', 'phoneNumber'] as const).filter((name) => before?.[name] !== after[name])
}

/** E.164 where the number can be read, else as typed; null for blank. The placeholder of the field is a US number. */
export function readPhoneNumber(typed: string): string | null {
  const text = normalizePhone(withoutControls(typed))
  if (text === '') return null
  const parsed = parsePhoneNumberFromString(text, 'US')
  return parsed?.isValid() && !parsed.ext ? parsed.number : text
}
