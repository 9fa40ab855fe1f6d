import { z } from 'zod'
import {
  type DocumentMap,
  type DocumentValue,
  type SourceDocument,
  storable,
  tagOf,
  writtenFields,
} from '@quaff/platform/shared/documents/document-values'
import {
  FieldReader,
  readDocumentTimes,
  idOf,
  parentIdOf,
  type DocumentReading,
} from '@quaff/platform/shared/documents/read-fields'
import type { locations } from './tables'

export type LocationDocumentRow = typeof locations.$inferInsert

/**
 * `merchants/{id}/locations/{id}`, or `locations/{id}` with a `merchantId` (spec §3, §7). What is no column lies in
 * `fields`, as it always does with this free-form document.
 */
export function readLocationDocument(document: SourceDocument): DocumentReading<LocationDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt, updatedAt } = readDocumentTimes(document, fields)
  const merchantId = parentIdOf(document) ?? fields.id('merchantId')
  if (!merchantId) fields.tell('merchantId', 'missing', 'skipped')
  const name = fields.line('name')
  if (!name) fields.tell('name', 'missing', 'changed')
  const { name: _name, createdAt: _created, updatedAt: _updated, ...rest } = document.data
  const row = {
    id: idOf(document),
    merchantId: merchantId ?? '',
    name: name || 'Unknown Location',
    fields: { ...storable<DocumentMap>(rest), ...coordinatesOf(document) },
    createdAt,
    updatedAt,
  }
  return { ...fields.reading(merchantId ? row : null), rest: {} }
}

const placeNames = ['coordinates', 'location', 'geo', 'geopoint', 'position'] as const

/** Reads coordinates that the source stores as its own value type, under any of the usual names. */
function coordinatesOf({ data }: SourceDocument): { coordinates?: { latitude: number; longitude: number } } {
  for (const name of placeNames) {
    const tagged = tagOf(data[name])
    if (tagged?.tag !== '$geo' || !Array.isArray(tagged.content)) continue
    const [latitude, longitude] = tagged.content
    if (typeof latitude === 'number' && typeof longitude === 'number') return { coordinates: { latitude, longitude } }
  }
  return {}
}

/** The inverse. */
export function writeLocationDocument({ name, fields, createdAt, updatedAt }: LocationDocumentRow): DocumentMap {
  const place = placeOf(fields?.['coordinates'])
  return { ...writtenFields({ ...fields, name, createdAt, updatedAt }), ...(place ? { coordinates: place } : {}) }
}

/** Writes the source's own value type, which `coordinatesOf` reads. */
function placeOf(coordinates: unknown): DocumentValue | null {
  const known = z.strictObject({ latitude: z.number(), longitude: z.number() }).safeParse(coordinates)
  return known.success ? { $geo: [known.data.latitude, known.data.longitude] } : null
}
