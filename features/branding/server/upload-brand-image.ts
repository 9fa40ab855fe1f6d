import { scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, refuse, staleVersion, takeFromLimit } from '@quaff/platform/server'
import type { Branding, UploadBrandImageInput } from '../contract'
import { brandingPermissions } from '../permissions'
import { brandingRefusals } from '../refusals'
import { isOvertaken, type Crop } from '../rules'
import { retireImages, useImage } from './branding-store'
import { lockBrandState, refuseWhenLocked, setBrandUrl } from './change-brand-image'
import { encodeBrandImage } from './encode-brand-image'
import { imageInUse, presentBranding, readBrandState, urlOf } from './read-branding'
import { discardFile, storeFile, type StoredFile } from './store-file'
import { seats, workQueue } from './work-queue'

/** Decoding uses CPU and memory outside our heap. Two concurrent decodes leave room for other requests. */
const decode = workQueue({ running: 2, waiting: 16 })
const withSeat = seats({ perKey: 4, inAll: 24 })

/** `read` takes the file off the wire, and only once the caller is known to have the right. */
export type Upload = { read(): Promise<Uint8Array>; signal?: AbortSignal }

/**
 * Checks rights, reads the file, encodes it and stores it; then one transaction puts it into use. A failed upload
 * leaves nothing visible.
 */
export async function uploadBrandImage(ctx: Context, input: UploadBrandImageInput, upload: Upload): Promise<Branding> {
  const actor = authorize(ctx.actor, brandingPermissions, 'branding.change')
  const scope = scopeToMerchant(actor, input.merchantId)
  await refuseInVain(ctx, scope, input, actor.userId)
  return withSeat(actor.userId, async () => {
    await takeFromLimit(ctx, 'brandImagePerUser', actor.userId, 'Too many uploads. Try again in an hour.')
    const bytes = await upload.read()
    const image = await decode(() => encodeBrandImage(bytes, { kind: input.kind, crop: cropOf(input) }))
    refuseWhenCancelled(upload)
    const file = await storeFile(ctx, { merchant: scope, kind: input.kind, userId: actor.userId }, image)
    try {
      refuseWhenCancelled(upload)
      return await putIntoUse(ctx, scope, input, file)
    } catch (error) {
      await discardFile(ctx, file)
      throw error
    }
  })
}

/** Refuses early, before the file is read. */
async function refuseInVain(
  ctx: Context,
  scope: OneMerchant,
  { kind, version }: UploadBrandImageInput,
  userId: string,
) {
  const state = await readBrandState(ctx.db, scope, ctx.clock.now())
  refuseWhenLocked(state.merchant.status)
  if (isOvertaken(version, imageInUse(state, kind), userId)) throw staleVersion()
}

async function putIntoUse(
  ctx: Context,
  scope: OneMerchant,
  { kind, version }: UploadBrandImageInput,
  file: StoredFile,
) {
  return inTransaction(ctx, async (tx) => {
    const { merchant, state } = await lockBrandState(ctx, tx, scope)
    if (isOvertaken(version, imageInUse(state, kind), file.uploadedBy)) throw staleVersion()
    await retireImages(tx, merchant, kind, ctx.clock.now())
    if (!(await useImage(tx, merchant, file.id, ctx.clock.now()))) throw refuse(brandingRefusals, 'UPLOAD_TIMEOUT')
    await setBrandUrl(ctx, tx, merchant, { kind, url: urlOf(file) })
    return presentBranding(await readBrandState(tx, scope, ctx.clock.now()))
  })
}

function cropOf({ kind, cropX, cropY, cropSize }: UploadBrandImageInput): Crop | null {
  if (kind !== 'mark' || cropX === undefined || cropY === undefined || cropSize === undefined) return null
  return { x: cropX, y: cropY, size: cropSize }
}

function refuseWhenCancelled({ signal }: Upload) {
  if (signal?.aborted) throw refuse(brandingRefusals, 'CANCELLED')
}
