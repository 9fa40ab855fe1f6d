import type { DocumentKind } from './kinds-rules'

/** What other documents name, and so can have another id here. An account and what stands beside it go with their person. */
export const mappedKinds = [
  'users',
  'merchants',
  'locations',
  'plans',
  'subscriptions',
] as const satisfies readonly DocumentKind[]
export type MappedKind = (typeof mappedKinds)[number]

/** Why a line can't be taken; as long as there is one, nothing is written. */
export const idFaults = ['id_cells', 'id_kind', 'id_unusable', 'id_twice', 'id_circle'] as const
export type IdFault = (typeof idFaults)[number]

/** What a line does, or why it does nothing. */
export const idNotes = ['id_given', 'id_leads', 'id_waits', 'id_other'] as const
export type IdNote = (typeof idNotes)[number]

/** A document of the old system and an id here. */
export type IdLine = { path: string; kind: MappedKind; id: string }
/** The same with what came of it: `leads`, the id is somebody else's, who stands for the document from now on. */
export type MappedId = { path: string; kind: MappedKind; rowId: string; leads: boolean }

/** Lines by what they do. */
export type IdCounts = Record<IdNote | 'wrong', number>
