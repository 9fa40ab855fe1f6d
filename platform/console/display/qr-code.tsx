import { create } from 'qrcode'
import { useMemo } from 'react'
import classes from './qr-code.module.css'

interface QrCodeProps {
  text: string
  /** "QR code of https://…", for who cannot see it. */
  label: string
  correction?: QrCorrection
}

/** Always dark on white, because many scanners cannot read the inverse. Fills its container. */
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

/** Readers need this many blank modules around the code. */
const quietZone = 4

interface QrDrawing {
  /** Modules along one side, the quiet zone included. */
  side: number
  /** Path of the dark modules, in modules. One path prints sharp at any size. */
  path: string
}

/** Error correction: M restores 15 % of the code, Q restores 25 % (for printed material). */
type QrCorrection = 'M' | 'Q'

export function drawQr(text: string, errorCorrectionLevel: QrCorrection = 'M'): QrDrawing {
  const { size, data } = create(text, { errorCorrectionLevel }).modules
  const path = Array.from({ length: size * size }, (_, index) =>
    data[index] ? `M${(index % size) + quietZone} ${Math.floor(index / size) + quietZone}h1v1h-1z` : '',
  ).join('')
  return { side: size + 2 * quietZone, path }
}

/** Returns a standalone SVG file, dark on white. */
export function qrSvgFile(text: string): string {
  const { side, path } = drawQr(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
}

const PIXELS_PER_MODULE = 24

/** Whole pixels for each module, so that no edge is blurred: about a thousand on a side. */
export async function qrPngFile(text: string): Promise<Blob> {
  const { side, path } = drawQr(text)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side * PIXELS_PER_MODULE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser can’t draw images')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(PIXELS_PER_MODULE, PIXELS_PER_MODULE)
  pen.fillStyle = '#000'
  pen.fill(new Path2D(path))
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Couldn’t create the image'))), 'image/png')
  })
}
