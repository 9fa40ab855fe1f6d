import { eq } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { affiliateLinks } from './tables'

/** The links go on; nobody made them. */
export async function forgetLinkMaker(tx: Transaction, userId: string): Promise<void> {
  await tx.update(affiliateLinks).set({ createdBy: null }).where(eq(affiliateLinks.createdBy, userId))
}
