import type { Allowance, PlanTemplateId, TimeWindow } from './contract'

/** Templates for an empty list. `amount` is form text in whole units of the merchant's currency. */
export const planTemplates = [
  {
    id: 'daily',
    name: 'One a Day',
    description: 'One drink of your choice, every day we are open.',
    allowance: { drinks: 1, per: 'day' },
    timeWindow: null,
    amount: '29',
    suits: 'Regulars who come every day.',
  },
  {
    id: 'monthly',
    name: 'Ten a Month',
    description: 'Ten drinks a month, whenever you like.',
    allowance: { drinks: 10, per: 'month' },
    timeWindow: null,
    amount: '19',
    suits: 'Guests who come a few times a week.',
  },
  {
    id: 'mornings',
    name: 'Weekday Mornings',
    description: 'One drink before eleven, Monday to Friday.',
    allowance: { drinks: 1, per: 'day' },
    timeWindow: { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '06:00', to: '11:00' },
    amount: '24',
    suits: 'Commuters; fills the quiet start of the day.',
  },
] as const satisfies readonly {
  id: PlanTemplateId
  name: string
  description: string
  allowance: Allowance
  timeWindow: TimeWindow | null
  amount: string
  suits: string
}[]
