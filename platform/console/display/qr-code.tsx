import { useMemo } from 'react'
import { drawQr, type QrCorrection } from './qr-drawing'
import classes from './qr-code.module.css'

interface QrCodeProps {
  text: string
  /** "QR code of https://…", for who cannot see it. */
  label: string
  correction?: QrCorrection
}

/** Always dark on white: many readers do not take it the other way round. As wide as what it stands in. */
export function QrCode({ text, label, correction }: QrCodeProps) {
  const { side, path } = useMemo(() => drawQr(text, correction), [text, correction])
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
