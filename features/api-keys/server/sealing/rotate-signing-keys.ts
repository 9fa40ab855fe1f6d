import type { Services, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { openSigning, sealSigning, type SealedSigning } from '../new-secrets'
import { lockSealsOffKey, replaceSigningSeal } from './signing-seal-store'

const batchSize = 100

export type SigningRotation = {
  rotated: number
  /** First signs of secrets whose signing secret no field key opens: altered, or sealed with a key that is gone. */
  unreadable: string[]
}

/** Seals every signing secret with the current field key. Each batch commits alone, so it may be killed and started again. */
export async function rotateSigningKeys(services: Services): Promise<SigningRotation> {
  let rotated = 0
  for (;;) {
    const pass = await rotateOnce(services)
    rotated += pass.rotated
    // A server that still seals with the old key may have written behind us.
    if (pass.rotated === 0) return { rotated, unreadable: pass.unreadable }
  }
}

async function rotateOnce(services: Services): Promise<SigningRotation> {
  const unreadable: string[] = []
  let [rotated, after] = [0, '']
  for (;;) {
    const batch = await inTransaction(services, (tx) => rotateBatch(services, tx, after))
    if (batch.last === undefined) return { rotated, unreadable }
    after = batch.last
    rotated += batch.rotated
    unreadable.push(...batch.unreadable)
  }
}

async function rotateBatch(services: Services, tx: Transaction, after: string) {
  const { currentKeyId } = services.fieldCipher
  const rows = await lockSealsOffKey(tx, { currentKeyId, after, limit: batchSize })
  const unreadable: string[] = []
  for (const row of rows) {
    const seal = reseal(services, row)
    if (seal) await replaceSigningSeal(tx, seal)
    else unreadable.push(row.start)
  }
  return { last: rows.at(-1)?.start, rotated: rows.length - unreadable.length, unreadable }
}

/** Null, and a line in the log, when no field key opens it. */
function reseal({ fieldCipher, log }: Services, row: SealedSigning): SealedSigning | null {
  try {
    return { start: row.start, ...sealSigning(fieldCipher, row.start, openSigning(fieldCipher, row)) }
  } catch {
    log.error('signing_secret_unreadable', { start: row.start })
    return null
  }
}
