import {
  commandLineContext,
  type Context,
  inTransaction,
  recordAudit,
  type Services,
  type Transaction,
} from '@quaff/platform/server'
import { accountNumberOpens, openAccountNumber, sealAccountNumber, type EncryptedNumber } from './account-number'
import { lockRowsOffKey, type NewSeal, replaceSeals, sampleOfEachKey } from './banking-store'

const batchSize = 100

type RotationResult = {
  currentKeyId: string
  rotated: number
  /** Merchants whose number no key decrypts: it was altered, or its key is gone. */
  unreadable: string[]
}

/**
 * Encrypts every account number with the current key. Each batch commits separately, so it can be stopped and restarted
 * and runs during normal operation. `onBatch` receives the total so far.
 */
export async function rotateBankKeys(
  services: Services,
  onBatch: (rotated: number) => void = () => undefined,
): Promise<RotationResult> {
  const ctx = commandLineContext(services)
  let rotated = 0
  for (;;) {
    const pass = await rotateOnce(ctx, (count) => onBatch(rotated + count))
    rotated += pass.rotated
    // A server that still encrypts with the old key may have written after this pass.
    if (pass.rotated === 0) return { currentKeyId: ctx.fieldCipher.currentKeyId, rotated, unreadable: pass.unreadable }
  }
}

async function rotateOnce(ctx: Context, onBatch: (rotated: number) => void) {
  const unreadable: string[] = []
  let [rotated, after] = [0, '']
  for (;;) {
    const batch = await inTransaction(ctx, (tx) => rotateBatch(ctx, tx, after))
    if (batch.last === undefined) return { rotated, unreadable }
    after = batch.last
    rotated += batch.rotated
    unreadable.push(...batch.unreadable)
    if (batch.rotated > 0) onBatch(rotated)
  }
}

async function rotateBatch(ctx: Context, tx: Transaction, after: string) {
  const { currentKeyId } = ctx.fieldCipher
  const rows = await lockRowsOffKey(tx, { currentKeyId, after, limit: batchSize })
  const seals = rows.map((row) => reseal(ctx, row)).filter((seal) => seal !== null)
  const readable = new Set(seals.map(({ merchantId }) => merchantId))
  const unreadable = rows.map(({ merchantId }) => merchantId).filter((id) => !readable.has(id))
  const rotated = seals.length
  if (rotated > 0) {
    await replaceSeals(tx, currentKeyId, seals)
    const fromKeyIds = [...new Set(rows.map(({ keyId }) => keyId))]
    await recordAudit(ctx, tx, {
      action: 'rotate_bank_keys',
      targetType: 'bank_account',
      targetId: currentKeyId,
      after: { rotated, unreadable: unreadable.length, fromKeyIds, toKeyId: currentKeyId },
    })
  }
  return { last: rows.at(-1)?.merchantId, rotated, unreadable }
}

/** Returns null and logs an error if no key decrypts it. */
function reseal({ fieldCipher, log }: Context, row: EncryptedNumber): NewSeal | null {
  const { merchantId } = row
  let accountNumber: string
  try {
    accountNumber = openAccountNumber(fieldCipher, row)
  } catch {
    log.error('bank_number_unreadable', { merchantId })
    return null
  }
  const { accountNumberEncrypted } = sealAccountNumber(fieldCipher, merchantId, accountNumber)
  return { merchantId, accountNumberEncrypted }
}

export type KeyError = { keyId: string; error: 'UNKNOWN' | 'DOES_NOT_OPEN' }

/** A single altered row must not stop the server: a key is wrong only if it opens none of these samples. */
const samplesPerKey = 5

/** Returns keys in use that this server lacks or holds with other content. */
export async function findKeyErrors({ db, fieldCipher }: Pick<Services, 'db' | 'fieldCipher'>): Promise<KeyError[]> {
  const samples = await sampleOfEachKey(db, samplesPerKey)
  const keyIds = [...new Set(samples.map(({ keyId }) => keyId))]
  return keyIds.flatMap((keyId): KeyError[] => {
    if (!fieldCipher.keyIds.includes(keyId)) return [{ keyId, error: 'UNKNOWN' }]
    const isRight = samples.some((row) => row.keyId === keyId && accountNumberOpens(fieldCipher, row))
    return isRight ? [] : [{ keyId, error: 'DOES_NOT_OPEN' }]
  })
}
