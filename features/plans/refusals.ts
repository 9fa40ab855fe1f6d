import type { Refusals } from '@quaff/platform/shared/refusal'
import { planLimits } from './contract'

const inUse = (running: number) =>
  `This plan has ${running} ${running === 1 ? 'subscriber' : 'subscribers'}. Deactivate it instead: new customers can’t buy it.`
const locked = (state: string) =>
  `This merchant ${state}, so you can’t change its plans. Ask an administrator to restore it.`
const tooMany = `A merchant has at most ${planLimits.plansPerMerchant} plans. Delete one without subscribers first.`
const tooManyPrices = `A plan has at most ${planLimits.pricesPerPlan} prices, including inactive ones that subscribers still pay.`
const foreignLocation = 'One of the locations doesn’t exist, or you don’t have access.'
const gone = 'This price no longer exists. Reload the plan.'
const repeated = 'Two active prices are the same. Change or remove one of them.'

export const planRefusals = {
  PLAN: { code: 'NOT_FOUND', text: 'Plan not found, or you don’t have access.' },
  NAME: { code: 'BAD_REQUEST', text: 'Enter a name.', field: 'name' },
  LOCATION: { code: 'NOT_FOUND', text: foreignLocation, field: 'validLocationIds' },
  MERCHANT_STATE: { code: 'CONFLICT', text: locked },
  PLAN_LIMIT: { code: 'CONFLICT', text: tooMany },
  PLAN_IN_USE: { code: 'CONFLICT', text: inUse },
  PRICE: { code: 'NOT_FOUND', text: gone, field: 'prices' },
  PRICE_LIMIT: { code: 'BAD_REQUEST', text: tooManyPrices, field: 'prices' },
  PRICE_REPEATED: { code: 'BAD_REQUEST', text: repeated, field: 'prices' },
  PRICE_TWICE: { code: 'BAD_REQUEST', text: 'The same price is in the list twice.', field: 'prices' },
} as const satisfies Refusals
