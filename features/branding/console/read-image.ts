import { judgeFile, refuseDimensions, type Area } from '../rules'

export type ReadImage = { ok: true; url: string; area: Area } | { ok: false; message: string }

const HEAD_BYTES = 512
const unreadable = 'This image is damaged. Save it again as PNG or JPEG and choose that file.'

/** What the server would refuse is said before anything is sent. `url` belongs to the caller: revoke it. */
export async function readImage(file: File): Promise<ReadImage> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const refusal = judgeFile({ byteSize: file.size, head })
  if (refusal) return { ok: false, message: refusal.message }
  const url = URL.createObjectURL(file)
  const area = await measure(url)
  const message = area ? refuseDimensions(area.width, area.height)?.message : unreadable
  if (area && message === undefined) return { ok: true, url, area }
  URL.revokeObjectURL(url)
  return { ok: false, message: message ?? unreadable }
}

/** Browsers turn a photo upright by its own note, as the server does. */
async function measure(url: string): Promise<Area | null> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return null
  }
  return { width: image.naturalWidth, height: image.naturalHeight }
}
