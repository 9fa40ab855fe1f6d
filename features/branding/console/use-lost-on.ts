import { useEffect, useState, type RefObject } from 'react'
import { isLostOn } from '../rules'
import { measureImage, surfaceLuminance } from './measure-image'

/** Whether the image can hardly be seen on that surface (contrast below 3:1, WCAG 1.4.11). */
export function useLostOn(surface: RefObject<HTMLElement | null>, url: string | null): boolean {
  const [lostUrl, setLostUrl] = useState<string | null>(null)
  useEffect(() => {
    if (url === null || !url.startsWith('/')) return
    let current = true
    void measureImage(url).then((tone) => {
      const light = surface.current ? surfaceLuminance(surface.current) : null
      if (current) setLostUrl(tone && light !== null && isLostOn(tone, light) ? url : null)
    })
    return () => {
      current = false
    }
  }, [surface, url])
  return url !== null && lostUrl === url
}
