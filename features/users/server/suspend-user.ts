import type { Context } from '@quaff/platform/server/context'
import type { ChangeStatusInput } from '../access-contract'
import { changeStatus } from './change-status'

/** Active → suspended: signed out everywhere within a second, and no mailed link opens anything any more (G15). */
export const suspendUser = (ctx: Context, input: ChangeStatusInput) => changeStatus(ctx, 'suspend', input)
