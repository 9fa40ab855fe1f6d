import type { PersonSheetParts } from '@quaff/features/users/console/sheet/person-sheet-parts-widget'

/** What other features draw inside an open person, each fetched when it is first looked at. */
export const personSheetParts: PersonSheetParts = {
  tabs: [],
  profile: [],
}
