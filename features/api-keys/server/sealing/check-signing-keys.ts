import type { Services } from '@quaff/platform/server/context'
import type { FieldCipher } from '@quaff/platform/server/ports'
import { openSigning, type SealedSigning } from '../new-secrets'
import { sampleSealsOfEachKey } from './signing-seal-store'

export type SigningKeyFault = { keyId: string; fault: 'UNKNOWN' | 'DOES_NOT_OPEN' }

/** One altered row must not keep the server from starting: a key is wrong when it opens none of these. */
const samplesPerKey = 5

/** Field keys that signing secrets are sealed with and that this server lacks, or has another key under the id of. */
export async function findSigningKeyFaults({
  db,
  fieldCipher,
}: Pick<Services, 'db' | 'fieldCipher'>): Promise<SigningKeyFault[]> {
  const samples = await sampleSealsOfEachKey(db, samplesPerKey)
  return [...new Set(samples.map(({ keyId }) => keyId))].flatMap((keyId): SigningKeyFault[] => {
    if (!fieldCipher.keyIds.includes(keyId)) return [{ keyId, fault: 'UNKNOWN' }]
    const isRight = samples.some((seal) => seal.keyId === keyId && opens(fieldCipher, seal))
    return isRight ? [] : [{ keyId, fault: 'DOES_NOT_OPEN' }]
  })
}

function opens(cipher: FieldCipher, seal: SealedSigning): boolean {
  try {
    openSigning(cipher, seal)
    return true
  } catch {
    return false
  }
}
