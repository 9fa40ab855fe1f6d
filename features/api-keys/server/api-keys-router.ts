import { routerOf } from '@quaff/platform/server/router'
import { apiKeysContract } from '../contract'
import { createKey } from './keys/create-key'
import { getKey } from './keys/get-key'
import { listKeys } from './keys/list-keys'
import { revokeKey } from './keys/revoke-key'
import { rotateKey } from './keys/rotate-key'

export const apiKeysRouter = routerOf(apiKeysContract, {
  list: listKeys,
  get: getKey,
  create: createKey,
  rotate: rotateKey,
  revoke: revokeKey,
})
