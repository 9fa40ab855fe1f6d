import { eq } from 'drizzle-orm'
import { merchantBankAccounts } from '@quaff/features/banking/tables'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../endpoint'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
/** Viewers never see the record. */
const ownersOnly = { ...signedOut, ...signedIn('FORBIDDEN'), ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever }

const merchantId = (_: Services, row: Ownership) => ({ merchantId: merchantOf[row] })

async function bankVersion({ db }: Services, id: string): Promise<number> {
  const columns = { version: merchantBankAccounts.version }
  const [row] = await db.select(columns).from(merchantBankAccounts).where(eq(merchantBankAccounts.merchantId, id))
  return row?.version ?? 0
}

export const bankInfo = {
  routingNumber: '021000021',
  accountNumber: '000444555666',
  accountName: 'A Bar',
  accountType: 'checking',
}

export const bankingEndpoints: Record<string, Endpoint> = {
  'banking.get': { hasId: true, input: merchantId, expected: ownersOnly },
  'banking.onFile': {
    hasId: true,
    input: merchantId,
    expected: { ...ownersOnly, viewerOwn: ownOnly, viewerNone: nowhere },
  },
  'banking.save': {
    hasId: true,
    input: async (services, row) => ({
      merchantId: merchantOf[row],
      version: await bankVersion(services, merchantOf[row]),
      bankInfo,
    }),
    expected: ownersOnly,
  },
}
