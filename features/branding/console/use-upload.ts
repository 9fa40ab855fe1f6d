import { useCallback, useEffect, useRef, useState } from 'react'
import { now } from '@quaff/platform/console/clock'
import { uploadFile, UploadError } from '@quaff/platform/console/rpc'
import { brandUploadPath, uploadLimits } from '../contract'
import { retryPauseMs } from '../rules'

export type UploadJob = { fields: Record<string, string>; file: Blob }

export type UploadState =
  | { phase: 'idle' }
  /** `slow`: the server has taken unusually long since everything was sent. */
  | { phase: 'sending'; share: number; slow: boolean }
  | { phase: 'waiting' }
  | { phase: 'failed'; error: UploadError; job: UploadJob }

const SLOW_AFTER_MS = 15_000
const idle: UploadState = { phase: 'idle' }

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('Cancelled', 'AbortError'))
    })
  })
}

/** `onSettled` reads again what is shown. Sends one file; what breaks on the way is sent again by itself for ten minutes (spec §9), then by hand. */
export function useUpload(onSettled: () => Promise<void>) {
  const [state, setState] = useState(idle)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async (job: UploadJob) => {
      running.current?.abort()
      const control = new AbortController()
      running.current = control
      try {
        await sendUntilDone(job, control.signal, setState)
        await onSettled()
        if (running.current === control) setState(idle)
      } catch (error) {
        if (running.current !== control || control.signal.aborted) return
        if (!(error instanceof UploadError)) throw error
        setState({ phase: 'failed', error, job })
        await onSettled()
      }
    },
    [onSettled],
  )
  const reset = useCallback(() => {
    running.current?.abort()
    setState(idle)
  }, [])
  return { state, start, reset }
}

async function sendUntilDone(job: UploadJob, signal: AbortSignal, show: (state: UploadState) => void): Promise<void> {
  const startedAt = now().getTime()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sendOnce(job, signal, show)
      return
    } catch (error) {
      if (signal.aborted || !(error instanceof UploadError) || !error.passing) throw error
      const pauseMs = retryPauseMs(attempt, now().getTime() - startedAt, uploadLimits.timeoutMs)
      if (pauseMs === null) throw error
      show({ phase: 'waiting' })
      await pause(pauseMs, signal)
    }
  }
}

async function sendOnce(job: UploadJob, signal: AbortSignal, show: (state: UploadState) => void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  show({ phase: 'sending', share: 0, slow: false })
  try {
    await uploadFile({
      ...job,
      path: brandUploadPath,
      signal,
      onProgress(share) {
        if (signal.aborted) return
        show({ phase: 'sending', share, slow: false })
        if (share === 1) timer ??= setTimeout(() => show({ phase: 'sending', share, slow: true }), SLOW_AFTER_MS)
      },
    })
  } finally {
    clearTimeout(timer)
  }
}
