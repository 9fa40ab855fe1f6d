import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { BrandImageKind } from '../contract'
import { type Area, type Crop, judgeFile, refuseDimensions } from '../rules'
import { brandingApi } from './branding-queries'
import { useUpload } from './use-upload'

type ChosenImage = { file: File; url: string; area: Area }

/** Guides a file from choice to upload; a mark is cropped to a square. `version` is that of the shown image. */
export function useSlotUpload(merchantId: string, kind: BrandImageKind, version: string) {
  const queryClient = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ChosenImage | null>(null)
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: brandingApi.key() }), [queryClient])
  const { state, start, reset } = useUpload(refresh)

  const send = (file: Blob, crop: Crop | null) => {
    const square: Record<string, string> = crop
      ? { cropX: String(crop.x), cropY: String(crop.y), cropSize: String(crop.size) }
      : {}
    void start({ file, fields: { merchantId, kind, version, ...square } })
  }
  const forget = () => {
    if (chosen) URL.revokeObjectURL(chosen.url)
    setChosen(null)
  }
  return {
    state,
    refusal,
    chosen,
    async take(file: File) {
      reset()
      const image = await readImage(file)
      setRefusal(image.ok ? null : image.message)
      if (!image.ok) return
      if (kind === 'mark') {
        setChosen({ file, ...image })
        return
      }
      URL.revokeObjectURL(image.url)
      send(file, null)
    },
    crop(square: Crop) {
      if (chosen) send(chosen.file, square)
      forget()
    },
    cancelCrop: forget,
    cancel: reset,
    /** Uploads the same file again, based on the version shown now. */
    retry() {
      if (state.phase === 'failed') void start({ ...state.job, fields: { ...state.job.fields, version } })
    },
  }
}

type ReadImage = { ok: true; url: string; area: Area } | { ok: false; message: string }

const HEAD_BYTES = 512
const unreadable = 'This image is damaged. Save it again as PNG or JPEG and choose that file.'

/** Reports refusals before anything is sent. The caller must revoke `url`. */
async function readImage(file: File): Promise<ReadImage> {
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
