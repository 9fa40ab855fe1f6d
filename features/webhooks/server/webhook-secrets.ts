import type { Services } from '@quaff/platform/server/context'
import { findSealFaults, openSeal, rotateSeals, seal, type Seal } from '@quaff/platform/server/sealing/seals'
import * as store from './secret-store'

export const sealSecret = ({ fieldCipher, ids }: Pick<Services, 'fieldCipher' | 'ids'>, secret: string) =>
  seal(fieldCipher, store, ids.newId('whs'), secret)

export const openSecret = ({ fieldCipher }: Pick<Services, 'fieldCipher'>, sealed: Seal) =>
  openSeal(fieldCipher, store, sealed)

/** Seals every secret of a webhook with the current field key. */
export const rotateWebhookKeys = (services: Services) => rotateSeals(services, store)

export const findWebhookKeyFaults = (services: Pick<Services, 'db' | 'fieldCipher'>) => findSealFaults(services, store)
