import type { Services } from '@quaff/platform/server/context'
import type { FieldCipher } from '@quaff/platform/server/ports'
import { sampleSecretsOfEachKey, type SealedSecret } from './second-factor-store'
import { openSecret } from './totp-secret'

export type SecondFactorKeyFault = { keyId: string; fault: 'UNKNOWN' | 'DOES_NOT_OPEN' }

/** One altered row must not keep the server from starting: a key is wrong when it opens none of these. */
const samplesPerKey = 5

/** Keys that authenticator secrets are sealed with and that this server lacks, or has another key under the id of. */
export async function findSecondFactorKeyFaults({
  db,
  fieldCipher,
}: Pick<Services, 'db' | 'fieldCipher'>): Promise<SecondFactorKeyFault[]> {
  const samples = await sampleSecretsOfEachKey(db, samplesPerKey)
  const keyIds = [...new Set(samples.map(({ keyId }) => keyId))]
  return keyIds.flatMap((keyId): SecondFactorKeyFault[] => {
    if (!fieldCipher.keyIds.includes(keyId)) return [{ keyId, fault: 'UNKNOWN' }]
    const isRight = samples.some((row) => row.keyId === keyId && opens(fieldCipher, row))
    return isRight ? [] : [{ keyId, fault: 'DOES_NOT_OPEN' }]
  })
}

function opens(cipher: FieldCipher, sealed: SealedSecret): boolean {
  try {
    openSecret(cipher, sealed)
    return true
  } catch {
    return false
  }
}
