import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { brandImageLimits } from '../contract'
import { type Area, centredCrop, type Crop, fitCrop, resizeCrop, smallestCrop } from '../rules'
import classes from './branding.module.css'

interface CropDialogProps {
  url: string
  area: Area
  onConfirm: (crop: Crop) => void
  onClose: () => void
}

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

interface CropPickerProps {
  url: string
  area: Area
  crop: Crop
  onChange: (crop: Crop) => void
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const STEPS_ACROSS = 50
const LARGE_STEP = 5

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`

/** The image with a square on it that can be moved. */
function CropPicker({ url, area, crop, onChange }: CropPickerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const held = useRef<{ x: number; y: number; from: Crop } | null>(null)
  const statusId = useId()

  const moveByKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const length =
      Math.max(1, Math.round(Math.max(area.width, area.height) / STEPS_ACROSS)) * (event.shiftKey ? LARGE_STEP : 1)
    onChange(fitCrop({ ...crop, x: crop.x + step[0] * length, y: crop.y + step[1] * length }, area))
  }
  const grab = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY, from: crop }
  }
  const drag = (event: PointerEvent) => {
    const shown = frame.current?.clientWidth
    if (!held.current || !shown) return
    const { x, y, from } = held.current
    const scale = area.width / shown
    onChange(
      fitCrop({ ...from, x: from.x + (event.clientX - x) * scale, y: from.y + (event.clientY - y) * scale }, area),
    )
  }
  const release = () => {
    held.current = null
  }
  return (
    <>
      <div className={classes.stage}>
        <div ref={frame} className={classes.frame}>
          <img className={classes.image} src={url} alt="Chosen file" draggable={false} />
          <button
            type="button"
            className={classes.square}
            aria-label="Crop area. Move it with the arrow keys, or in larger steps with Shift."
            aria-describedby={statusId}
            style={{
              left: percent(crop.x, area.width),
              top: percent(crop.y, area.height),
              width: percent(crop.size, area.width),
              height: percent(crop.size, area.height),
            }}
            onKeyDown={moveByKey}
            onPointerDown={grab}
            onPointerMove={drag}
            onPointerUp={release}
            onPointerCancel={release}
          />
        </div>
      </div>
      <span id={statusId} role="status" className="q-hidden">
        {`${crop.x} pixels from the left, ${crop.y} from the top, ${crop.size} wide`}
      </span>
    </>
  )
}
