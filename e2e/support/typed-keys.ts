/** Names under which answers hold what somebody typed, whichever procedure they come from. */
export const typedKeys = [
  ...['name', 'displayName', 'businessName', 'contactName', 'merchantName', 'planName', 'locationName', 'formName'],
  ...['subscriberName', 'adminName', 'targetName', 'updatedByName', 'by', 'reviewedBy', 'updatedBy'],
  ...['accountHolderName', 'description', 'notes', 'note', 'reason', 'cancelReason', 'voidReason', 'rejectionReason'],
  ...['statusReason', 'failureReason', 'lastError', 'intro', 'successText', 'help', 'label', 'options', 'value'],
  ...['eligibleItems', 'sourceTag', 'source', 'wantedVenue', 'city', 'region', 'line1', 'line2', 'postalCode'],
  ...['country', 'address', 'phone', 'phoneNumber', 'contactPhone', 'contactEmail', 'email', 'ownerEmail'],
  ...['adminEmail', 'website', 'businessType', 'method', 'detail', 'title', 'field', 'before', 'after', 'device'],
  ...['network', 'logoUrl', 'photoURL', 'shownLogoUrl', 'url', 'bankProblem', 'taxIdMasked', 'affiliateCode'],
  ...['accountLast4', 'accountNumber', 'routingNumber', 'supportAddress'],
  ...['ownerName', 'byName', 'userAgent', 'question', 'answer', 'brandingLogoUrl', 'brandingLogoMarkUrl', 'taxId'],
  ...['appStoreUrl', 'playStoreUrl'],
] as const

/** Texts of these names that the server makes itself: addresses of its own, and words of a fixed list. */
export const ownTexts = [
  ...[
    'affiliates/list rows[].address',
    'affiliates/get address',
    'signupForms/get address',
    'waitlists/list [].address',
  ],
  ...['redemptions/explainCustomer findings[].reason', 'redemptions/explainCustomer passes[].findings[].reason'],
  ...['dashboard/metrics source', 'onboarding/state steps[].reason'],
  ...['dashboard/metrics activeSubscribersChange.source', 'dashboard/metrics redemptionsChange.source'],
  ...['dashboard/metrics totalRevenueChange.source', 'dashboard/merchantOverview redemptionsChange.source'],
  ...['dashboard/merchantOverview revenueChange.source', 'dashboard/merchantOverview subscribersChange.source'],
] as const
