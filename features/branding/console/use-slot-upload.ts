import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { BrandImageKind } from '../contract'
import type { Area, Crop } from '../rules'
import { brandingApi } from './branding-queries'
import { readImage } from './read-image'
import { useUpload } from './use-upload'

export type ChosenImage = { file: File; url: string; area: Area }

/** From a chosen file to an uploaded one; a mark is cut to a square in between. `version`: what is shown now. */
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
    /** The kept file again, over what is shown now. */
    retry() {
      if (state.phase === 'failed') void start({ ...state.job, fields: { ...state.job.fields, version } })
    },
  }
}
