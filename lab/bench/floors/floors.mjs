import { figureFloors } from './figure-floors.mjs'
import { growthFloors } from './growth-floors.mjs'
import { merchantFloors } from './merchant-floors.mjs'
import { moneyFloors } from './money-floors.mjs'
import { peopleFloors } from './people-floors.mjs'
import { subscriptionFloors } from './subscription-floors.mjs'

/**
 * For each operation of the bench one statement that reads the same rows, or the same figure from the same counters, and
 * asks for no rights. `values` makes its parameters from the operation's input. No exact totals: a page tells "10,000+".
 */
export const floors = {
  ...merchantFloors,
  ...peopleFloors,
  ...subscriptionFloors,
  ...moneyFloors,
  ...figureFloors,
  ...growthFloors,
}

/** What every request of a person needs to know before it may read: the session, the person's role and their merchants. */
export const sessionFloor = `select s.id, s.expires_at, u.id as user_id, u.role, u.status, u.email, u.display_name,
    array(select w.merchant_id from user_merchants w where w.user_id = u.id) as merchants
  from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and s.expires_at > now()`
