import { userPermissions } from '@quaff/features/users/permissions'
import { userRefusals } from '@quaff/features/users/refusals'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { KeptFigures } from '../contract'
import { countFiguresOf, findPerson } from './person-store'

export async function countKeptFigures(ctx: Context, { userId }: { userId: string }): Promise<KeptFigures> {
  authorize(ctx.actor, userPermissions, 'user.erase')
  if (!(await findPerson(ctx.db, userId))) throw refuse(userRefusals, 'USER')
  return countFiguresOf(ctx.db, userId)
}
