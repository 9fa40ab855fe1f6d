import type { BrandImageKind } from '@quaff/features/branding/contract'
import { brandImageUrl, placeImportedImage, releaseImages, storeImportedImage } from '@quaff/features/branding/server'
import { merchantDocumentRows, setLogoAddress } from '@quaff/features/merchants/server'
import type { Services, Transaction } from '@quaff/platform/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { originalsOf, restored } from '../../originals-rules'
import { decidePicture, slotColumns } from '../../pictures-rules'
import type { PlacedPicture, ImportProblem } from '../../report-contract'
import type { DocumentOutcome } from '../../runs-contract'
import { saveDocuments } from './document-store'
import { writeMerchantWithBank } from './merchant-target'
import { hashOfBytes, levelOfPicture, pictureIn } from './picture-files'
import { findMerchantDocument, findPlace, keepMerchantDocument, type Place } from './picture-store'
import type { RenamedIds } from './renamed-ids'
import { emptyResult, type BatchResult } from './write-batch'

type Verdict = { outcome: DocumentOutcome; place: Place | null }

/**
 * Stores the picture before the transaction that uses it, so that no lock waits for the file store. After a crash in
 * between, the purge deletes the unfinished upload.
 */
export async function preparePicture(
  services: Services,
  { runId, renamed }: { runId: string; renamed: RenamedIds },
  document: SourceDocument,
): Promise<(tx: Transaction) => Promise<BatchResult>> {
  const picture = pictureIn(document)
  // A merchant that leads to an existing one is not written, and neither are its pictures.
  if (renamed.lineOf('merchants', picture.merchantPath)?.leads)
    return async () => resultOf({ outcome: 'kept', place: null })
  const { merchantPath, slot, was, object } = picture
  const foreseen = judge(await findPlace(services.db, merchantPath, slot))
  const stored = 'bytes' in picture && isBrought(foreseen) ? await store(foreseen.place) : null
  return async (tx) => {
    const merchantId = foreseen.place?.merchantId
    if (merchantId !== undefined) await merchantDocumentRows.versions(tx, [merchantId])
    const verdict = judge(await findPlace(tx, merchantPath, slot))
    if (!isBrought(verdict)) return resultOf(verdict)
    if (!stored || !(await placeImportedImage(tx, stored.id, services.clock.now())))
      throw new Error('The image no longer exists')
    const { merchantId: owner } = verdict.place
    const image = brandImageUrl(stored)
    const residue: PlacedPicture = { was, image, drawnHash: stored.drawnHash, object }
    await changePlace(tx, { merchantId: owner, slot, address: image, renamed })
    const record = { path: document.path, kind: 'pictures', rowId: owner, rowVersion: null } as const
    await saveDocuments(tx, runId, [{ ...record, hash: stored.sourceHash, residue: { ...residue }, originals: null }])
    return resultOf(verdict)
  }

  function judge(place: Place | null): Verdict {
    if (!place) return { outcome: 'skipped', place }
    if (!place.isImported || !place.isThere) return { outcome: 'kept', place }
    if ('fault' in picture) return { outcome: isStillThere(place) ? 'same' : 'skipped', place }
    return { outcome: decidePicture(place, picture), place }
  }

  async function store(place: Place) {
    if ('fault' in picture) return null
    const { bytes: text, width, height, sourceHash } = picture
    const bytes = Buffer.from(text, 'base64')
    const file = await storeImportedImage(
      services,
      { merchantId: place.merchantId, kind: slot },
      { bytes, width, height },
    )
    return { ...file, sourceHash, drawnHash: hashOfBytes(bytes) }
  }

  function resultOf({ outcome, place }: Verdict): BatchResult {
    const result = emptyResult()
    result.outcomes[outcome] += 1
    if (outcome === 'skipped') result.problems.push(problemOf(place))
    return result
  }

  function problemOf(place: Place | null): ImportProblem {
    const about = { path: merchantPath, collection: 'merchants', field: picture.field, shown: '', file: '', place: '' }
    return place && 'fault' in picture
      ? { ...about, fault: picture.fault, level: levelOfPicture(picture) }
      : { ...about, fault: 'unknown_merchant', level: 'skipped' }
  }
}

const isBrought = (verdict: Verdict): verdict is { outcome: 'created' | 'updated'; place: Place } =>
  verdict.outcome === 'created' || verdict.outcome === 'updated'

/** An earlier import assigned the picture, and it is still in use. */
const isStillThere = ({ known, address }: Place) => known !== null && known.image === address

type PlaceChange = { merchantId: string; slot: BrandImageKind; address: string | null; renamed: RenamedIds }

/** The caller must have locked the merchant. The previous image of the slot is removed. */
export async function changePlace(tx: Transaction, { merchantId, slot, address, renamed }: PlaceChange) {
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
