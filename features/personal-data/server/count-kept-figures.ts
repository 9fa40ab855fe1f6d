import { userPermissions } from '@quaff/features/users/permissions'
import { userNotFound } from '@quaff/features/users/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { KeptFigures } from '../contract'
import { countFiguresOf, findPerson } from './person-store'

export async function countKeptFigures(ctx: Context, { userId }: { userId: string }): Promise<KeptFigures> {
  authorize(ctx.actor, userPermissions, 'user.erase')
  if (!(await findPerson(ctx.db, userId))) throw userNotFound()
  return countFiguresOf(ctx.db, userId)
}
