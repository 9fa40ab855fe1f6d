import type { Refusals } from '@quaff/platform/shared/refusal'
import { planLimits } from './contract'

const inUse = (running: number) =>
  `${running} ${running === 1 ? 'person has' : 'people have'} this plan now, so it cannot be deleted. Deactivate it instead: nobody new can buy it, and they keep theirs.`
const locked = (state: string) =>
  `This merchant ${state}, so its plans cannot be changed. Ask an administrator to restore it.`
const tooMany = `A merchant has at most ${planLimits.plansPerMerchant} plans. Delete one that nobody uses first.`
const tooManyPrices = `A plan has at most ${planLimits.pricesPerPlan} prices, switched-off ones that somebody pays included.`
const foreignLocation = 'One of the locations does not exist or is not yours.'
const gone = 'This price does not exist any more. Load the plan again.'
const repeated = 'Two active prices are the same. Change or remove one of them.'

export const planRefusals = {
  PLAN: { code: 'NOT_FOUND', text: 'This plan does not exist or is not yours.' },
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
