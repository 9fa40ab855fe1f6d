import type { BrandImageKind } from '@quaff/features/branding/contract'
import { releaseImages } from '@quaff/features/branding/server'
import { setLogoAddress } from '@quaff/features/merchants/server'
import type { Transaction } from '@quaff/platform/server/context'
import { originalsOf, restored } from '../../originals-rules'
import { slotColumns } from '../../pictures-rules'
import { writeMerchantWithBank } from '../apply/merchant-target'
import type { RenamedIds } from '../apply/renamed-ids'
import { findMerchantDocument, keepMerchantDocument } from './picture-store'

type PlaceChange = { merchantId: string; slot: BrandImageKind; address: string | null; renamed: RenamedIds }

/** Of a merchant that the caller holds. An image that had the place before goes. */
export async function changePlace(tx: Transaction, { merchantId, slot, address, renamed }: PlaceChange): Promise<void> {
  const before = await findMerchantDocument(tx, merchantId)
  if (!before) return
  const { merchant, bank, kept } = before
  const document = restored(kept.path, renamed.inOldIds(writeMerchantWithBank({ merchant, bank })), kept)
  const place = { [slotColumns[slot]]: address }
  const after = await setLogoAddress(tx, merchantId, place)
  const ours = renamed.inOldIds(writeMerchantWithBank({ merchant: { ...merchant, ...place }, bank }))
  const originals = originalsOf(document, ours, kept.residue)
  await keepMerchantDocument(tx, kept.path, { originals, before: merchant.version, after: after ?? merchant.version })
  await releaseImages(tx, [merchantId])
}
