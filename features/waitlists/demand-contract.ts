import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** `covered`: an active venue in the same city and postal code (or city, where no code is known); `nearby`: in the same city. */
export const coverages = ['covered', 'nearby', 'none'] as const
export type Coverage = (typeof coverages)[number]
/** Of areas in one answer, those with the most people first. */
export const demandLimit = 100

export const demandInput = z.strictObject({ waitlistId: idSchema, coverage: z.enum(coverages).optional() })
export type DemandInput = z.infer<typeof demandInput>
export const demandAreaSchema = z.object({
  /** As most people there write it; empty where nobody said. */
  city: z.string(),
  postalCode: z.string(),
  /** Waiting or shortlisted. */
  people: z.int(),
  /** The venue most of them want; empty where nobody named one. */
  wantedVenue: z.string(),
  /** Locations of active merchants in the city. */
  venues: z.int(),
  coverage: z.enum(coverages),
})
export type DemandArea = z.infer<typeof demandAreaSchema>
export const demandSchema = z.object({
  areas: z.array(demandAreaSchema),
  /** Areas and people of the asked coverage, beyond the limit too. */
  total: z.int(),
  people: z.int(),
  /** People by coverage, whatever was asked for. */
  byCoverage: z.object({ covered: z.int(), nearby: z.int(), none: z.int() }),
})
export type Demand = z.infer<typeof demandSchema>

const get = route('GET', 'Waitlists')

export const demandContract = {
  demand: get('/waitlists/{waitlistId}/demand', 'Demand by area').input(demandInput).output(demandSchema),
}
