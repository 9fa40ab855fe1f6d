import { figureFloors } from './figure-floors.mjs'
import { growthFloors } from './growth-floors.mjs'
import { merchantFloors } from './merchant-floors.mjs'
import { moneyFloors } from './money-floors.mjs'
import { peopleFloors } from './people-floors.mjs'
import { subscriptionFloors } from './subscription-floors.mjs'

/**
 * One statement per operation that reads the same rows or counters without checking rights. `values` converts the
 * operation's input to parameters. Like a page, without exact totals.
 */
export const floors = {
  ...merchantFloors,
  ...peopleFloors,
  ...subscriptionFloors,
  ...moneyFloors,
  ...figureFloors,
  ...growthFloors,
}

/** Each user request needs session, role and merchants before it may read. */
export const sessionFloor = `select s.id, s.expires_at, u.id as user_id, u.role, u.status, u.email, u.display_name,
    array(select w.merchant_id from user_merchants w where w.user_id = u.id) as merchants
  from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and s.expires_at > now()`
