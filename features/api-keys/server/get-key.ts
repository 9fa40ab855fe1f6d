import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { ApiKey, KeyIdInput } from '../contract'
import { keyPermissions } from '../permissions'
import { readKey } from './read-keys'

export async function getKey(ctx: Context, { keyId }: KeyIdInput): Promise<ApiKey> {
  return readKey(ctx, authorize(ctx.actor, keyPermissions, 'key.list'), keyId)
}
