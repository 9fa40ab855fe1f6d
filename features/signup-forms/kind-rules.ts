/** Each form has exactly one `business_name` and one `email`; neither can be removed. */
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
  /** The sent size of all answers of a form. Leaves room for the rest of the request. */
  answersBytes: 30_000,
  /** Picture questions per form; each takes one picture. */
  images: 5,
} as const
