import { routerOf } from '@quaff/platform/server/router'
import { apiKeysContract } from '../contract'
import { revokeKey, rotateKey } from './keys/change-key'
import { createKey } from './keys/create-key'
import { getKey } from './keys/get-key'
import { listKeys } from './keys/list-keys'

export const apiKeysRouter = routerOf(apiKeysContract, {
  list: listKeys,
  get: getKey,
  create: createKey,
  rotate: rotateKey,
  revoke: revokeKey,
})
