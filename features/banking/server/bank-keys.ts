import { commandLineContext, findSealErrors, recordAudit, rotateSeals, type Services } from '@quaff/platform/server'
import { accountNumbers } from './account-number'

/** Encrypts every account number with the current key. `onBatch` receives the total so far. */
export async function rotateBankKeys(services: Services, onBatch?: (rotated: number) => void) {
  const ctx = commandLineContext(services)
  const { currentKeyId } = ctx.fieldCipher
  const rotation = await rotateSeals(ctx, accountNumbers, {
    onBatch,
    record: (tx, { rotated, unreadable, fromKeyIds }) =>
      recordAudit(ctx, tx, {
        action: 'rotate_bank_keys',
        targetType: 'bank_account',
        targetId: currentKeyId,
        after: { rotated, unreadable: unreadable.length, fromKeyIds, toKeyId: currentKeyId },
      }),
  })
  return { currentKeyId, ...rotation }
}

export const findKeyErrors = (services: Pick<Services, 'db' | 'fieldCipher'>) =>
  findSealErrors(services, accountNumbers)
