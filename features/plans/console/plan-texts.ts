/** G35 in words. */
export const perDrinkText = 'monthly revenue ÷ drinks in the last 30 days'
