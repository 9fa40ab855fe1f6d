import type { WaitlistKind } from './contract'

export const kindLabels = { consumer: 'Consumers', merchant: 'Merchants', city: 'City' } as const satisfies Record<
  WaitlistKind,
  string
>

export const joinPath = (slug: string) => `/w/${slug}`
