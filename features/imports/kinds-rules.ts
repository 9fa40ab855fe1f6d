/** What a document is, by the names of the collections on its way (spec §7); in the order in which they are written. */
export const documentKinds = [
  'accounts',
  'users',
  'admins',
  'invitations',
  'merchants',
  'applications',
  'locations',
  'plans',
  'prices',
  'promotions',
  'subscriptions',
  'redemptions',
  'activity',
  'pictures',
  'audit',
] as const
export type DocumentKind = (typeof documentKinds)[number]
/** Rows of every table of counts: lines that name no known collection are counted as well. */
export const countedKinds = [...documentKinds, 'unreadable'] as const
export type CountedKind = (typeof countedKinds)[number]

/** The old log stays behind: an entry that was imported could never be taken back (decision 0044). */
export type WrittenKind = Exclude<DocumentKind, 'audit'>
/** Each of these documents becomes a row; a picture is a file that a venue's document names. */
export type RowKind = Exclude<WrittenKind, 'pictures'>
export const writtenKinds = documentKinds.filter((kind): kind is WrittenKind => kind !== 'audit')

/** Of a run that was asked for some kinds alone, whether this one stays in the files. */
export const isLeftOut = (kind: DocumentKind | null, only: readonly WrittenKind[] | null | undefined): boolean =>
  !!only && !only.some((one) => one === kind)

const places: Readonly<Record<string, DocumentKind>> = {
  __auth__: 'accounts',
  users: 'users',
  admins: 'admins',
  pendingInvitations: 'invitations',
  merchants: 'merchants',
  merchantApplications: 'applications',
  'merchants/locations': 'locations',
  locations: 'locations',
  'merchants/subscriptionPlans': 'plans',
  'merchants/subscriptionPlans/prices': 'prices',
  'merchants/promotions': 'promotions',
  'users/subscriptions': 'subscriptions',
  subscriptions: 'subscriptions',
  'users/redemptions': 'redemptions',
  redemptions: 'redemptions',
  userActivity: 'activity',
  __pictures__: 'pictures',
  adminAuditLogs: 'audit',
}

/** "merchants/m1/locations/l1" → "merchants/locations" */
export const collectionOf = (path: string) =>
  path
    .split('/')
    .filter((_name, index) => index % 2 === 0)
    .join('/')

/** Null: of a collection that the specification does not show; kept as it is, and never guessed at. */
export const kindOf = (collection: string): DocumentKind | null =>
  Object.hasOwn(places, collection) ? (places[collection] ?? null) : null

export const kindLabels = {
  accounts: 'Accounts',
  users: 'Users',
  admins: 'Administrators',
  invitations: 'Invitations',
  merchants: 'Merchants',
  applications: 'Applications',
  locations: 'Locations',
  plans: 'Plans',
  prices: 'Prices',
  promotions: 'Promotions',
  subscriptions: 'Subscriptions',
  redemptions: 'Redemptions',
  activity: 'User activity',
  pictures: 'Pictures',
  audit: 'Audit log',
  unreadable: 'Unreadable',
} as const satisfies Record<CountedKind, string>
