/** As the server takes them; the contract brings a schema library along, so they are written out once more. */
const mostBytes = 5 * 1024 * 1024
const kinds = ['image/png', 'image/jpeg', 'image/webp']
export const pictureKinds = kinds.join(',')
/** Pixels of the longer side, as much as the server keeps. */
const side = 2_000

/** What keeps a file from being sent as a picture; null when nothing does. */
export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!kinds.includes(type)) return 'Choose a PNG, JPEG or WebP picture'
  if (size === 0) return 'This file is empty'
  return size > mostBytes ? 'The picture is larger than 5 MB. Choose a smaller one' : null
}

/** A photo beyond the limit, drawn smaller; the file as it was where the browser cannot do that. */
export async function fitPicture(picture: File): Promise<File> {
  if (picture.size <= mostBytes || !kinds.includes(picture.type)) return picture
  try {
    const bitmap = await createImageBitmap(picture)
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
    return smaller && smaller.size < picture.size ? new File([smaller], picture.name, { type: smaller.type }) : picture
  } catch {
    return picture
  }
}
