/** G35 in words. */
export const perDrinkText =
  'monthly revenue ÷ drinks redeemed in the last 30 days. Low means your guests get a lot for their money.'
