import { useId, useState } from 'react'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { brandImageLimits } from '../contract'
import { centredCrop, resizeCrop, smallestCrop, type Area, type Crop } from '../rules'
import { CropPicker } from './crop-picker'
import classes from './crop.module.css'

interface CropDialogProps {
  url: string
  area: Area
  onConfirm: (crop: Crop) => void
  onClose: () => void
}

/** Chooses the square of an image that becomes the mark: by pointer, by arrow keys, and a slider for its size. */
export function CropDialog({ url, area, onConfirm, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(() => centredCrop(area))
  const sizeId = useId()
  const largest = Math.min(area.width, area.height)
  return (
    <Dialog
      opened
      keepOnOutsideClick
      onClose={onClose}
      title="Crop your mark"
      description={`Saved at ${brandImageLimits.markSide} × ${brandImageLimits.markSide} pixels`}
      footer={
        <DialogButtons onCancel={onClose} onClick={() => onConfirm(crop)}>
          Upload mark
        </DialogButtons>
      }
    >
      <div className="q-stack">
        <CropPicker url={url} area={area} crop={crop} onChange={setCrop} />
        <div className={classes.size}>
          <label htmlFor={sizeId}>Size</label>
          <input
            id={sizeId}
            type="range"
            className={classes.slider}
            min={smallestCrop(area)}
            max={largest}
            value={crop.size}
            aria-valuetext={`${crop.size} pixels`}
            onChange={({ currentTarget }) => setCrop(resizeCrop(crop, Number(currentTarget.value), area))}
          />
          <span className="q-num q-caption">{crop.size} px</span>
        </div>
      </div>
    </Dialog>
  )
}
