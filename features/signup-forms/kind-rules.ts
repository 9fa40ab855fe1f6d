/** `business_name` and `email` are locked: each form has both, exactly once, and neither can be taken out. */
export const fieldKinds = [
  'business_name',
  'email',
  'short',
  'long',
  'dropdown',
  'choice',
  'image',
  'website',
  'address',
] as const
export type FieldKind = (typeof fieldKinds)[number]
export const lockedKinds: readonly FieldKind[] = ['business_name', 'email']

export const fieldLimits = {
  fields: 40,
  options: 30,
  label: 200,
  help: 500,
  option: 120,
  shortAnswer: 300,
  longAnswer: 4_000,
  businessName: 120,
  email: 254,
  website: 500,
  /** Limit of all answers together, which leaves room for the rest of the request. */
  answersBytes: 30_000,
  /** Questions for a picture; each takes one. */
  images: 5,
} as const
