import { z } from 'zod'

export const completenessSteps = [
  'profile',
  'category',
  'contact',
  'address',
  'taxId',
  'locations',
  'plans',
  'bank',
  'branding',
] as const
export type CompletenessStep = (typeof completenessSteps)[number]

export const checklistSchema = z.array(
  z.object({ step: z.enum(completenessSteps), done: z.boolean(), required: z.boolean() }),
)

/** What a reviewer asked the owners to change. */
export const changeRequestSchema = z.object({
  items: z.array(z.enum(completenessSteps)),
  note: z.string(),
  requestedAt: z.date(),
})
export type RequestForChanges = z.infer<typeof changeRequestSchema>
