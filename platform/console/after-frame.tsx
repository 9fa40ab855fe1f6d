import { useEffect, useState } from 'react'

/** Runs once the next frame is drawn; answers with what calls it off. */
export function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** False in the first frame: for what nobody misses there. */
export function useAfterFrame(): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => afterFrame(() => setIsDrawn(true)), [])
  return isDrawn
}
