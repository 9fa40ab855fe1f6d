import { routerOf } from '@quaff/platform/server/router'
import { apiKeysContract } from '../contract'
import { revokeKey, rotateKey } from './change-key'
import { createKey } from './create-key'
import { getKey } from './get-key'
import { listKeys } from './list-keys'

export const apiKeysRouter = routerOf(apiKeysContract, {
  list: listKeys,
  get: getKey,
  create: createKey,
  rotate: rotateKey,
  revoke: revokeKey,
})
