import { map as createMap, latLngBounds, tileLayer, type Map as LeafletMap } from 'leaflet'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useSteady } from '@quaff/platform/console/use-steady'
import type { Coordinates, LocationOverview } from '../contract'

type Tiles = LocationOverview['mapTiles']
export type PlacedPoint = { id: string; name: string; coordinates: Coordinates }

const zooms = { tiles: 18, drawn: 19, fitted: 16 }
/** Room for names beside the outermost points. */
const padding: [number, number] = [56, 40]

export const latLngOf = ({ coordinates }: PlacedPoint): [number, number] => [
  coordinates.latitude,
  coordinates.longitude,
]

export function showPoints(map: LeafletMap, points: readonly PlacedPoint[], maxZoom = zooms.fitted): void {
  if (points.length > 0) map.fitBounds(latLngBounds(points.map(latLngOf)), { padding, maxZoom })
}

/** Wraps the library's map; the component renders when the view changes. */
export function useLeaflet(points: readonly PlacedPoint[], tiles: Tiles) {
  const frame = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap>()
  const [failed, setFailed] = useState(false)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const url = tiles?.url
  const show = useSteady((shown: LeafletMap) => showPoints(shown, points))

  useEffect(() => {
    if (!frame.current) return undefined
    const moves = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const made = createMap(frame.current, {
      attributionControl: false,
      zoomControl: false,
      // One finger scrolls the page, two move the map.
      dragging: !window.matchMedia('(pointer: coarse)').matches,
      maxZoom: url ? zooms.tiles : zooms.drawn,
      zoomSnap: url ? 1 : 0.25,
      zoomAnimation: moves,
      fadeAnimation: moves,
      inertia: moves,
    })
    made.createPane('marks')
    // The map cannot be queried before it has a view.
    show(made)
    made.on('moveend zoomend resize', redraw)
    const watcher = new ResizeObserver(() => made.invalidateSize({ pan: false }))
    watcher.observe(frame.current)
    setMap(made)
    return () => {
      watcher.disconnect()
      made.remove()
      setMap(undefined)
    }
  }, [url, show])

  useEffect(() => {
    if (!map || !url) return undefined
    // Many tile servers require a referrer; only the origin is sent.
    const layer = tileLayer(url, { maxZoom: zooms.tiles, referrerPolicy: 'strict-origin-when-cross-origin' })
    let hasLoaded = false
    layer.on('tileload', () => {
      hasLoaded = true
      setFailed(false)
    })
    layer.on('tileerror', () => setFailed(!hasLoaded))
    layer.addTo(map)
    return () => void layer.remove()
  }, [map, url])

  const placesKey = JSON.stringify(points.map(latLngOf))
  useEffect(() => {
    if (map) show(map)
    // The same places leave the view where the reader took it.
  }, [map, placesKey, show])
  return { frame, map, failed }
}
