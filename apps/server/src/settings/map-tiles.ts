import { z } from 'zod'
import type { MapTiles } from '@quaff/platform/server'
import { isLoopbackHost } from './fields'

const example = 'such as "© OpenStreetMap contributors <https://www.openstreetmap.org/copyright>"'
const credit = /^([^<>]+?)(?:\s*<(https:\/\/[^<>\s]+)>)?$/

/** Without a URL no third-party map is loaded. Each message completes "NAME …". */
export const mapTilesFields = {
  MAP_TILES_URL: z
    .string()
    .refine(
      isTileAddress,
      'must be an https URL with {z}, {x} and {y} in its path, such as https://tiles.example.com/{z}/{x}/{y}.png',
    )
    .optional(),
  MAP_TILES_ATTRIBUTION: z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine(
      (entries) => entries.every((entry) => credit.test(entry)),
      `must be names, each with or without a link, ${example}`,
    )
    .transform((entries) => entries.map(readCredit))
    .optional(),
}
type MapTilesValues = z.infer<z.ZodObject<typeof mapTilesFields>>

/** Map providers require attribution. */
export function checkMapTiles(values: MapTilesValues, issues: z.RefinementCtx) {
  const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: credits } = values
  if (url !== undefined && credits === undefined)
    issues.addIssue({
      code: 'custom',
      path: ['MAP_TILES_ATTRIBUTION'],
      message: `is missing: the map’s credits, ${example}`,
    })
  if (url === undefined && credits !== undefined)
    issues.addIssue({ code: 'custom', path: ['MAP_TILES_URL'], message: 'is missing: the URL of the map tiles' })
}

export function toMapTiles({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: credits }: MapTilesValues): MapTiles | null {
  return url === undefined || credits === undefined ? null : { url, credits }
}

/** The host must be fixed, because the content policy names it. */
function isTileAddress(text: string) {
  if (!/^https?:\/\/[\w.:[\]-]+\//.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  const safe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
  const places: string[] = text.match(/\{[^}]*\}/g) ?? []
  return (
    safe &&
    username === '' &&
    ['{z}', '{x}', '{y}'].every((place) => places.includes(place)) &&
    places.every((place) => ['{z}', '{x}', '{y}', '{r}'].includes(place))
  )
}

function readCredit(entry: string): MapTiles['credits'][number] {
  const [, name = entry, link = null] = credit.exec(entry) ?? []
  return { name, link }
}
