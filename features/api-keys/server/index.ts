import { routerOf } from '@quaff/platform/server'
import { apiKeysContract } from '../contract'
import { revokeKey, rotateKey, createKey } from './change-key'
import { getKey, listKeys } from './read-keys'

export { openKey, requireScope, takeFromKey, requireSignature } from './open-key'
export type { OpenedKey } from './open-key'
export { findSigningKeyErrors, rotateSigningKeys } from './new-secrets'

export const apiKeysRouter = routerOf(apiKeysContract, {
  list: listKeys,
  get: getKey,
  create: createKey,
  rotate: rotateKey,
  revoke: revokeKey,
})
