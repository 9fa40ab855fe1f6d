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
