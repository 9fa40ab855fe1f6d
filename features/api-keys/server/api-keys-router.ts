import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { apiKeysContract } from '../contract'
import { createKey } from './keys/create-key'
import { getKey } from './keys/get-key'
import { listKeys } from './keys/list-keys'
import { revokeKey } from './keys/revoke-key'
import { rotateKey } from './keys/rotate-key'

const os = implement(apiKeysContract).$context<Context>()

export const apiKeysRouter = os.router({
  list: os.list.handler(({ context, input }) => listKeys(context, input)),
  get: os.get.handler(({ context, input }) => getKey(context, input)),
  create: os.create.handler(({ context, input }) => createKey(context, input)),
  rotate: os.rotate.handler(({ context, input }) => rotateKey(context, input)),
  revoke: os.revoke.handler(({ context, input }) => revokeKey(context, input)),
})
