import type { Context } from '@quaff/platform/server/context'
import type { ChangeStatusInput } from '../access-contract'
import { changeStatus } from './change-status'

/** Suspended → active, with the role and merchants from before. */
export const reactivateUser = (ctx: Context, input: ChangeStatusInput) => changeStatus(ctx, 'reactivate', input)
