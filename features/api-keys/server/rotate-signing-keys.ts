import type { Services } from '@quaff/platform/server/context'
import { findSealFaults, rotateSeals } from '@quaff/platform/server/sealing/seals'
import { boundTo } from './new-secrets'
import * as store from './signing-seal-store'

const signingSecrets = { boundTo, ...store }

/** Seals every signing secret with the current field key. */
export const rotateSigningKeys = (services: Services) => rotateSeals(services, signingSecrets)

export const findSigningKeyFaults = (services: Pick<Services, 'db' | 'fieldCipher'>) =>
  findSealFaults(services, signingSecrets)
