import { createHash } from 'node:crypto'
import { brandImageLimits } from '@quaff/features/branding/contract'
import { encodeBrandImage } from '@quaff/features/branding/server'
import { readMerchantDocument } from '@quaff/features/merchants/server'
import { isRefusal } from '@quaff/platform/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { decoded, linksOf, picturePath } from '../../pictures-rules'
import type { Picture, PictureFile, PictureLink, StoredObject, PictureErrorCode } from '../../report-contract'
import type { Source } from '../check/open-sources'

type Found = { source: Source; path: string }

/** Finds picture files by their names in the old storage. */
export class PictureFiles {
  private readonly byName = new Map<string, Found[]>()

  constructor(sources: readonly Source[]) {
    for (const source of sources)
      if (source.format.kind === 'picture' || source.format.kind === 'other')
        // An emulator encodes a whole path in one file name.
        for (const path of new Set([source.path, decoded(source.path)])) {
          const name = nameOf(path)
          this.byName.set(name, [...(this.byName.get(name) ?? []), { source, path }])
        }
  }

  /** Re-encodes the image like an upload. The original bytes are not stored. */
  async read({ object, slot }: PictureLink): Promise<PictureFile | { fault: PictureErrorCode }> {
    const source = this.find(object)
    if (typeof source === 'string') return { fault: source }
    const bytes = await readStart(source)
    try {
      const { bytes: drawn, width, height } = await encodeBrandImage(bytes, { kind: slot, crop: null })
      return { sourceHash: hashOfBytes(bytes), bytes: Buffer.from(drawn).toString('base64'), width, height }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { fault: faults[error.reason] ?? 'picture_damaged' }
    }
  }

  /** Files may be at any depth. Prefers a folder with the bucket's name, then the path nearest to the root. */
  private find({ bucket, path }: StoredObject): Source | PictureErrorCode {
    const ending = (whole: string) => (found: Found) => found.path === whole || found.path.endsWith(`/${whole}`)
    const all = (this.byName.get(nameOf(path)) ?? []).filter(ending(path))
    const inBucket = bucket === null ? [] : all.filter(ending(`${bucket}/${path}`))
    const some = inBucket.length > 0 ? inBucket : all
    const least = Math.min(...some.map(depthOf))
    const [first, ...others] = some.filter((one) => depthOf(one) === least)
    if (!first) return 'picture_missing'
    return others.length === 0 ? first.source : 'picture_unclear'
  }
}

export const hashOfBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url')

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const depthOf = ({ path }: Found) => path.split('/').length

const faults: Readonly<Record<string, PictureErrorCode>> = {
  IMAGE_TYPE: 'picture_type',
  IMAGE_TOO_LARGE: 'picture_too_large',
  IMAGE_DIMENSIONS: 'picture_dimensions',
}

/** Stops after the size limit, because the file is then rejected anyway. */
async function readStart(source: Source) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source.open()) {
    chunks.push(chunk)
    size += chunk.length
    if (size > brandImageLimits.maxBytes) break
  }
  return Buffer.concat(chunks)
}

export const pictureCollection = '__pictures__'

/** Returns the picture as a document of the spool. */
export const spooledPicture = (picture: Picture): SourceDocument => ({
  path: picturePath(picture.merchantPath, picture.slot),
  data: { ...picture },
})

/** Reads a picture that `spooledPicture` wrote. */
export const pictureIn = ({ data }: SourceDocument) => ({ ...data }) as unknown as Picture

/** Returns the pictures that a merchant's document names, by the URLs of its row. */
export function pictureLinks(document: SourceDocument): PictureLink[] {
  const { row } = readMerchantDocument(document)
  return row ? linksOf(row) : []
}

/** The row keeps the URL. A browser can open it only if it is https. */
export const levelOfPicture = ({ address }: Pick<PictureLink, 'address'>) =>
  address.startsWith('https://') ? 'changed' : 'skipped'
