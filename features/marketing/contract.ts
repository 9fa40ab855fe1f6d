import { product } from '@quaff/platform/shared/product'

export type PublicPageId =
  | 'home'
  | 'partners'
  | 'terms'
  | 'privacy'
  | 'affiliate'
  | 'signup'
  | 'signup-processing'
  | 'signup-existing'
  | 'convert'
  | 'success'
  | 'form'
  | 'waitlist'

export type PublicPage = {
  id: PublicPageId
  /** A final `*` matches one path segment. */
  path: string
  title: string
  description: string
  /** Listed in the sitemap and open to search engines. */
  listed: boolean
}

/** Every public address (spec §2, G2). The server answers them; the console has no route for them. */
export const publicPages: readonly PublicPage[] = [
  {
    id: 'home',
    path: '/',
    title: `${product.name}: one pass, one good drink a day`,
    description: `Buy a ${product.name} pass from a venue near you and have your coffee, tea or juice there every day. Show the barcode, take the cup.`,
    listed: true,
  },
  {
    id: 'partners',
    path: '/partners',
    title: `${product.name} for merchants: regulars who pay before they order`,
    description: `Sell your own daily-drink pass with ${product.name}. You set the price, the drinks and the places; guests show a barcode; we pay you out.`,
    listed: true,
  },
  {
    id: 'terms',
    path: '/terms',
    title: `Terms – ${product.name}`,
    description: `The terms for using ${product.name} passes and the ${product.name} merchant console.`,
    listed: true,
  },
  {
    id: 'privacy',
    path: '/privacy',
    title: `Privacy – ${product.name}`,
    description: `What ${product.name} keeps about guests, merchants and visitors, for how long, and who sees it.`,
    listed: true,
  },
  {
    id: 'affiliate',
    path: '/affiliate',
    title: `Your daily cup with ${product.name}`,
    description: 'Get the app, choose a pass from a venue near you and have your first drink today.',
    // The same page under as many codes as there are.
    listed: false,
  },
  {
    id: 'signup',
    path: '/partners/signup',
    title: `Apply as a merchant – ${product.name}`,
    description: `Apply to sell your daily-drink pass with ${product.name}. Start with your email address.`,
    listed: true,
  },
  {
    id: 'signup-processing',
    path: '/partners/signup/processing',
    title: `Sending your application – ${product.name}`,
    description: 'Your application is on its way.',
    listed: false,
  },
  {
    id: 'signup-existing',
    path: '/partners/signup/existing',
    title: `Log in or activate – ${product.name}`,
    description: 'Log in or activate your account.',
    listed: false,
  },
  {
    id: 'convert',
    path: '/partners/convert',
    title: `Become a merchant with your account – ${product.name}`,
    description: 'Use the account you have in the app.',
    listed: false,
  },
  {
    id: 'success',
    path: '/partners/success',
    title: `Your application – ${product.name}`,
    description: 'Your merchant application and what happens next.',
    listed: false,
  },
  {
    id: 'form',
    path: '/f/*',
    title: `Merchant signup – ${product.name}`,
    description: 'Answer a few questions about your venue.',
    listed: false,
  },
  {
    id: 'waitlist',
    path: '/w/*',
    title: `Waitlist – ${product.name}`,
    description: 'Join the waitlist and we’ll email you when it’s your turn.',
    listed: false,
  },
]

/** Placeholders in prerendered pages that the server fills in for each request. */
export const pageSlots = [
  'baseUrl',
  'year',
  'supportAddress',
  'supportLink',
  /** The share of pass sales that the platform keeps, like "2.5%", and what it makes of the example statement. */
  'feeShare',
  'exampleFee',
  'exampleNet',
  'appStoreUrl',
  'playStoreUrl',
  /** Path of the waitlist for guests while no app store has the app. */
  'waitlistPath',
  'inviter',
  'inviteCode',
] as const
export type PageSlot = (typeof pageSlots)[number]

/** Plain texts, not yet escaped. Null: not known or not configured. */
export type PageDetails = Record<PageSlot, string | null>

/** An affiliate's invitation as visitors see it. */
export type Invitation = { code: string; inviter: string }

/** Resolves to null for an unknown or inactive code. Callers pass only well-formed codes. */
export type FindInvitation = (code: string) => Promise<Invitation | null>

export const inviteCodeLimits = { max: 40 } as const

/** The example statement on `/partners`: two passes were refunded at $29.00. */
export const exampleSums = { salesMinor: 174_000, refundsMinor: 5_800 } as const
