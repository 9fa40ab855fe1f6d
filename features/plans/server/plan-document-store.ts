import { importedRows } from '@quaff/platform/server/documents/imported-rows'
import { planPrices, subscriptionPlans } from './tables'

export const planDocumentRows = importedRows(subscriptionPlans, [subscriptionPlans.id], subscriptionPlans.version)
export const priceDocumentRows = importedRows(planPrices, [planPrices.id])
