import { createHash } from 'node:crypto'
import { brandImageLimits } from '@quaff/features/branding/contract'
import { encodeBrandImage } from '@quaff/features/branding/server'
import { readMerchantDocument } from '@quaff/features/merchants/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { isRefusal } from '@quaff/platform/shared/refusal'
import { decoded, linksOf, picturePath } from '../../pictures-rules'
import type { Picture, PictureFile, PictureLink, StoredObject, PictureFault } from '../../report-contract'
import type { Source } from '../check/open-sources'

type Found = { source: Source; path: string }

/** The files among what was brought that may be pictures, found by the names that they had in the storage. */
export class PictureFiles {
  private readonly byName = new Map<string, Found[]>()

  constructor(sources: readonly Source[]) {
    for (const source of sources)
      if (source.format.kind === 'picture' || source.format.kind === 'other')
        // An emulator packs a whole path into one name.
        for (const path of new Set([source.path, decoded(source.path)])) {
          const name = nameOf(path)
          this.byName.set(name, [...(this.byName.get(name) ?? []), { source, path }])
        }
  }

  /** Drawn anew as an upload is: nothing of the bytes that were brought is kept. */
  async read({ object, slot }: PictureLink): Promise<PictureFile | { fault: PictureFault }> {
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

  /** Files may lie in any depth: below the bucket's name if there is such a folder, else nearest to the top. */
  private find({ bucket, path }: StoredObject): Source | PictureFault {
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

const faults: Readonly<Record<string, PictureFault>> = {
  IMAGE_TYPE: 'picture_type',
  IMAGE_TOO_LARGE: 'picture_too_large',
  IMAGE_DIMENSIONS: 'picture_dimensions',
}

/** One byte more than a picture may have is enough to say so. */
async function readStart(source: Source): Promise<Buffer> {
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

/** As it lies in the spool, among the documents. */
export const spooledPicture = (picture: Picture): SourceDocument => ({
  path: picturePath(picture.merchantPath, picture.slot),
  data: { ...picture },
})

/** What `spooledPicture` has put there. */
export const pictureIn = ({ data }: SourceDocument) => ({ ...data }) as unknown as Picture

/** Pictures that a merchant's document names, by the addresses that its row gets. */
export function pictureLinks(document: SourceDocument): PictureLink[] {
  const { row } = readMerchantDocument(document)
  return row ? linksOf(row) : []
}

/** Its address stays; one that no browser opens leads nowhere. */
export const levelOfPicture = ({ address }: Pick<PictureLink, 'address'>) =>
  address.startsWith('https://') ? 'changed' : 'aside'
