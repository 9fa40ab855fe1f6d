import { encodePhoto, keptContentType, seats, workQueue } from '@quaff/features/branding/server'
import { requireVerifiedEmail } from '@quaff/features/sign-in/server'
import { authorize, type Context, platformRefusals, refuse, type Services, takeFromLimit } from '@quaff/platform/server'
import { answeringLimits, type UploadFormImageInput } from '../answering-contract'
import { fieldLimits } from '../kind-rules'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { getPublicForm, isOpen } from './open-form-page'
import {
  countLooseUploads,
  deleteLooseUpload,
  findSentUpload,
  insertUpload,
  listLooseUploads,
  type StoredUpload,
} from './upload-store'

const decode = workQueue({ running: 1, waiting: 8 })
const withSeat = seats({ perKey: 2, inAll: 12 })
const tooMany = 'Too many uploads. Try again in an hour.'

/** Unsent pictures per uploader: each picture of the form twice. */
const mostLoose = 2 * fieldLimits.images

export const imageTooLarge = 'The picture is larger than 5 MB. Choose a smaller one.'

/** Pixels of the longer side. */
const side = 2_000

/** `read` receives the file, after the email is verified and the form is open. */
type ImageUpload = UploadFormImageInput & { read(): Promise<Uint8Array> }

/**
 * Stores a picture for an answer, re-encoded without metadata. Its id is the answer. Checks PROOF and CLOSED before it
 * reads the file.
 * @throws PROOF, CLOSED, and a refusal for anything but a complete PNG, JPEG or WebP
 */
export async function uploadFormImage(ctx: Context, { slug, proof, read }: ImageUpload): Promise<{ id: string }> {
  const form = await getPublicForm(ctx, slug)
  if (!isOpen(form, ctx.clock.now())) throw refuse(formRefusals, 'CLOSED')
  const email = await requireVerifiedEmail(ctx, ctx.db, { token: proof, purpose: 'signup_form' })
  return withSeat(email, async () => {
    await takeFromLimit(ctx, 'formImagePerNetwork', ctx.request.network, tooMany)
    await takeFromLimit(ctx, 'formImagePerMailbox', ctx.secrets.hash(email), tooMany)
    if ((await countLooseUploads(ctx.db, form.id, email)) >= mostLoose)
      throw refuse(platformRefusals, 'RATE_LIMIT', tooMany)
    const bytes = await read()
    const limits = { maxBytes: answeringLimits.imageBytes, tooLarge: imageTooLarge, side }
    const image = await decode(() => encodePhoto(bytes, limits))
    return store(ctx, { formId: form.id, email }, image.bytes)
  })
}

/** The row comes first: a file without a row could never be cleaned up. */
async function store(ctx: Context, owner: { formId: string; email: string }, bytes: Uint8Array) {
  const name = Buffer.from(ctx.secrets.newToken(), 'base64url').toString('hex')
  const row = { ...owner, id: ctx.ids.newId('pic'), fileKey: `forms/${name}.webp`, contentType: keptContentType }
  await insertUpload(ctx.db, { ...row, bytes: bytes.length, createdAt: ctx.clock.now() })
  try {
    await ctx.files.put(row.fileKey, bytes, keptContentType)
    return { id: row.id }
  } catch (error) {
    ctx.log.error('form_image_not_stored', { imageId: row.id, error: error instanceof Error ? error.name : 'unknown' })
    await removeUpload(ctx, row).catch(() => undefined)
    throw refuse(platformRefusals, 'FILE_STORE', 'Couldn’t save the picture. Try again in a few minutes.')
  }
}

type FormImage = { bytes: Uint8Array; contentType: string; fileName: string }

/**
 * Returns a submission's picture to those who may read the submission. Returns null for every other id.
 * @throws FILE_STORE if the store is unavailable
 */
export async function readFormImage(ctx: Context, uploadId: string): Promise<FormImage | null> {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  if (!/^[\w-]{1,64}$/.test(uploadId)) return null
  const upload = await findSentUpload(ctx.db, uploadId)
  if (!upload) return null
  const bytes = await ctx.files.get(upload.fileKey).catch((error: unknown) => {
    ctx.log.error('form_image_not_read', { imageId: uploadId, error: error instanceof Error ? error.name : 'unknown' })
    throw refuse(platformRefusals, 'FILE_STORE', 'Couldn’t load the picture. Try again in a few minutes.')
  })
  if (!bytes) {
    ctx.log.error('form_image_missing', { imageId: uploadId })
    return null
  }
  return { bytes, contentType: upload.contentType, fileName: `${upload.id}.webp` }
}

const batch = 100

/** Deletes pictures without a submission after a day: first the file, then the row. */
export async function purgeFormImages(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - answeringLimits.looseImageMs)
  const uploads = await listLooseUploads(services.db, before, batch)
  for (const upload of uploads) await removeUpload(services, upload)
  if (uploads.length > 0) services.log.info('form_images_purged', { count: uploads.length })
  if (uploads.length === batch) await purgeFormImages(services)
}

async function removeUpload(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { id, fileKey }: Pick<StoredUpload, 'id' | 'fileKey'>,
) {
  await files.remove(fileKey)
  await deleteLooseUpload(db, id)
}
