/** Apart from the rest of the contract: what every page loads reads the ids alone. */
export const metadataFields = ['startsOn', 'endsOn', 'limitTotal', 'limitPerCustomer', 'planIds', 'note'] as const
export type MetadataField = (typeof metadataFields)[number]

export const promotionCategories = ['New customers', 'Off-peak hours', 'Loyalty', 'Community'] as const

export type PromotionDefinition = {
  id: string
  title: string
  description: string
  category: (typeof promotionCategories)[number]
  fields: readonly MetadataField[]
}

const dates = ['startsOn', 'endsOn'] as const

/** Lists the available promotions. `fields` are the metadata that apply to the promotion. */
export const promotionCatalogue = [
  {
    id: 'first_drink_free',
    title: 'First drink free',
    description: 'New customers get one drink free.',
    category: 'New customers',
    fields: [...dates, 'limitTotal', 'limitPerCustomer', 'planIds', 'note'],
  },
  {
    id: 'refer_a_friend',
    title: 'Refer a friend',
    description: 'Both get an extra drink once the friend subscribes.',
    category: 'New customers',
    fields: [...dates, 'limitTotal', 'limitPerCustomer', 'planIds', 'note'],
  },
  {
    id: 'happy_hour',
    title: 'Happy hour',
    description: 'A second drink during off-peak hours.',
    category: 'Off-peak hours',
    fields: [...dates, 'limitTotal', 'limitPerCustomer', 'planIds', 'note'],
  },
  {
    id: 'early_bird',
    title: 'Early bird',
    description: 'A pastry with the first drink of the morning.',
    category: 'Off-peak hours',
    fields: [...dates, 'limitTotal', 'planIds', 'note'],
  },
  {
    id: 'rainy_day_bonus',
    title: 'Rainy day bonus',
    description: 'An extra drink on rainy days.',
    category: 'Off-peak hours',
    fields: [...dates, 'limitTotal', 'limitPerCustomer', 'note'],
  },
  {
    id: 'double_stamp_week',
    title: 'Double stamp week',
    description: 'Every redemption counts twice towards the loyalty card.',
    category: 'Loyalty',
    fields: [...dates, 'planIds', 'note'],
  },
  {
    id: 'birthday_drink',
    title: 'Birthday drink',
    description: 'One drink of any size on the birthday.',
    category: 'Loyalty',
    fields: ['limitTotal', 'planIds', 'note'],
  },
  {
    id: 'student_discount',
    title: 'Student discount',
    description: 'A lower first month for students with a valid card.',
    category: 'Community',
    fields: [...dates, 'limitTotal', 'limitPerCustomer', 'planIds', 'note'],
  },
] as const satisfies readonly PromotionDefinition[]

export type PromotionId = (typeof promotionCatalogue)[number]['id']
