import { useEffect, useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import classes from './find-customer.module.css'

/** Not in the DOM library of TypeScript. */
declare global {
  interface Window {
    BarcodeDetector?: new () => { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
  }
}

const EVERY_MS = 200

interface ScanPassDialogProps {
  onCode: (code: string) => void
  onClose: () => void
}

export function ScanPassDialog({ onCode, onClose }: ScanPassDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Scan the pass"
      description="Hold the code in the customer’s app in front of the camera."
      footer={
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
      }
    >
      <Camera onCode={onCode} />
    </Dialog>
  )
}

function Camera({ onCode }: Pick<ScanPassDialogProps, 'onCode'>) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const report = useRef(onCode)
  report.current = onCode
  useEffect(() => {
    const ended = new AbortController()
    watch(video.current, ended.signal).then(
      (code) => code !== undefined && report.current(code),
      (error: unknown) => !ended.signal.aborted && setProblem(problemOf(error)),
    )
    return () => ended.abort()
  }, [])
  if (problem) return <ErrorNotice title="Couldn’t use the camera" text={problem} />
  return <video ref={video} className={classes.camera} aria-label="Camera" muted playsInline />
}

function problemOf(error: unknown): string {
  return error instanceof DOMException && error.name === 'NotAllowedError'
    ? 'Allow the camera for this site in your browser, or type the code.'
    : 'Close other apps that use it, or type the code.'
}

/** Resolves to the first code, or to undefined after `signal` was aborted. */
async function watch(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | undefined> {
  const { BarcodeDetector } = window
  if (!video || !BarcodeDetector) return undefined
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const detector = new BarcodeDetector()
  while (!signal.aborted) {
    // Rejects until the first picture is there.
    const [found] = video.readyState < video.HAVE_CURRENT_DATA ? [] : await detector.detect(video)
    if (found?.rawValue.trim()) return found.rawValue.trim()
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  return undefined
}
