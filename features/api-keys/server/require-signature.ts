import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { keyDoorRefusals } from '../refusals'
import { isLate, readSignature } from '../rules'
import { openSigning, type SealedSigning } from './new-secrets'

/** The body must be the bytes as they came: another spelling of the same JSON has another signature. */
export function requireSignature(
  { fieldCipher, clock }: Services,
  signing: SealedSigning,
  header: string | undefined,
  body: Uint8Array,
): void {
  const signature = readSignature(header)
  if (!signature) throw refuse(keyDoorRefusals, 'SIGNATURE_MISSING')
  const expected = createHmac('sha256', openSigning(fieldCipher, signing))
    .update(`${signature.at}.`)
    .update(body)
    .digest()
  if (!timingSafeEqual(expected, Buffer.from(signature.hex, 'hex'))) throw refuse(keyDoorRefusals, 'SIGNATURE_WRONG')
  if (isLate(signature, clock.now())) throw refuse(keyDoorRefusals, 'SIGNATURE_LATE')
}
