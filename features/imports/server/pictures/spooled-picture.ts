import { readMerchantDocument } from '@quaff/features/merchants/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { Picture, PictureLink } from '../../pictures-contract'
import { linksOf, picturePath } from '../../pictures-rules'

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
