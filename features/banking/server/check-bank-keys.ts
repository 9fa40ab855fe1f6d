import type { Services } from '@quaff/platform/server/context'
import { accountNumberOpens } from './account-number'
import { sampleOfEachKey } from './banking-store'

export type KeyFault = { keyId: string; fault: 'UNKNOWN' | 'DOES_NOT_OPEN' }

/** One altered row must not keep the server from starting: a key is wrong when it opens none of these. */
const samplesPerKey = 5

/** Keys that account numbers are sealed with and that this server lacks, or has another key under the id of. */
export async function findKeyFaults({ db, fieldCipher }: Pick<Services, 'db' | 'fieldCipher'>): Promise<KeyFault[]> {
  const samples = await sampleOfEachKey(db, samplesPerKey)
  const keyIds = [...new Set(samples.map(({ keyId }) => keyId))]
  return keyIds.flatMap((keyId): KeyFault[] => {
    if (!fieldCipher.keyIds.includes(keyId)) return [{ keyId, fault: 'UNKNOWN' }]
    const isRight = samples.some((row) => row.keyId === keyId && accountNumberOpens(fieldCipher, row))
    return isRight ? [] : [{ keyId, fault: 'DOES_NOT_OPEN' }]
  })
}
