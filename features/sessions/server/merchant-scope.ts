import { adminRole, type KeyActor, refuse, type UserActor } from '@quaff/platform/server'
import { sessionRefusals } from '../refusals'

/** A private field: nothing that was not made in this file is taken for one, by the compiler or by a query. */
class Minted {
  readonly #minted = true

  static isMinted(scope: object): boolean {
    return scope instanceof Minted && scope.#minted
  }
}

class EveryMerchant extends Minted {
  readonly all = true
}

class SeveralMerchants extends Minted {
  readonly all = false

  constructor(readonly merchantIds: readonly string[]) {
    super()
  }
}

/** The id of a merchant and the proof that the caller may touch its rows, in one value. */
class OneMerchant extends SeveralMerchants {
  /** `hasLocalDays`: its calendar is not the platform's, so that its days are counted by themselves. */
  constructor(
    readonly id: string,
    readonly hasLocalDays = false,
  ) {
    super([id])
  }
}

export type { OneMerchant }

/**
 * The merchants whose rows a query may touch. Only this file creates scopes, so that a forgotten one does not
 * compile.
 */
export type MerchantScope = EveryMerchant | SeveralMerchants | OneMerchant

const { isMinted } = Minted

export function requireMinted(scope: MerchantScope) {
  if (!isMinted(scope)) throw new TypeError('Create this scope with merchantScope')
}

const everyMerchant = new EveryMerchant()

export function merchantScope(actor: UserActor): MerchantScope {
  if (actor.role === adminRole) return everyMerchant
  return new SeveralMerchants(isStaff(actor) ? [...actor.merchantIds] : [])
}

/** Scope of an API key; null means all merchants. */
export const keyScope = ({ merchantIds }: KeyActor): MerchantScope =>
  merchantIds === null ? everyMerchant : new SeveralMerchants(merchantIds)

const isStaff = ({ role }: UserActor) => role === 'merchant_owner' || role === 'merchant_viewer'

/** A foreign id gets the answer of a missing one. */
export function scopeToMerchant(actor: UserActor, merchantId: string): OneMerchant {
  if (!mayTouchMerchant(actor, merchantId)) throw merchantNotFound()
  return new OneMerchant(merchantId)
}

/** The merchant that a scope consists of, if it is one. */
export function onlyMerchant(scope: MerchantScope): string | null {
  requireMinted(scope)
  const [id, ...others] = scope.all ? [] : scope.merchantIds
  return id !== undefined && others.length === 0 ? id : null
}

/** The same scope, read by the days of its only merchant. */
export function withLocalDays(scope: MerchantScope): MerchantScope {
  const id = onlyMerchant(scope)
  return id === null ? scope : new OneMerchant(id, true)
}

/** True if days of this scope are those of its single merchant. */
export const hasLocalDays = (scope: MerchantScope): boolean => scope instanceof OneMerchant && scope.hasLocalDays

/** Used for events about a merchant, which read no row. */
export function mayTouchMerchant(actor: UserActor, merchantId: string): boolean {
  if (actor.role === adminRole) return true
  return isStaff(actor) && (actor.merchantIds.includes(merchantId) || actor.ownMerchantIds.includes(merchantId))
}

export const merchantNotFound = () => refuse(sessionRefusals, 'MERCHANT')
