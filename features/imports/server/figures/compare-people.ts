import { resolveRole } from '@quaff/features/accounts/rules'
import { isBorrowed } from '@quaff/platform/server/passwords/borrowed-hash'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { adminRole } from '@quaff/platform/shared/product'
import type { DifferenceCause } from '../../figures/contract'
import { hashOf } from '../applying/document-store'
import { IdSet } from '../checking/id-set'
import type { CauseSums } from './cause-sums'
import type { ComparedRun } from './compare-run'
import { findAside, findPeopleOf, type FoundPerson } from './figure-store'
import { figureRole, type PersonFigures, personSums } from './person-figures'
import { lastOf, SecondReader } from './second-reader'
import { spoolPages } from './spool-pages'

/** Each person once, by whichever of an account and a document became a row. */
export async function comparePeople(compared: ComparedRun, into: CauseSums): Promise<void> {
  const { services, run } = compared
  const reader = new SecondReader()
  for (const kind of ['accounts', 'users', 'admins'] as const)
    for await (const page of spoolPages(compared, kind)) for (const document of page) reader.add(kind, document)
  const met = new IdSet()
  // Few: hardly anything keeps a person from coming over.
  const missing = new Map<string, string>()
  for (const kind of ['accounts', 'users'] as const)
    for await (const page of spoolPages(compared, kind)) {
      const found = new Map(
        (
          await findPeopleOf(
            services.db,
            page.map(({ path }) => path),
          )
        ).map((row) => [row.path, row]),
      )
      for (const document of page) {
        const id = lastOf(document.path)
        const row = found.get(document.path)
        if (met.has(id)) continue
        if (!row) {
          missing.set(id, document.path)
          continue
        }
        met.add(id)
        missing.delete(id)
        await addPerson(document, row)
      }
    }
  const aside = await findAside(services.db, run.id, [...missing.values()])
  for (const [id, path] of missing) into.add(personSums(reader.person(id)), [], aside.has(path) ? 'aside' : null)

  async function addPerson(document: SourceDocument, row: FoundPerson): Promise<void> {
    const [theirs, ours] = [reader.person(lastOf(document.path)), personOf(row)]
    const isSame = theirs.role === ours.role && theirs.hasPassword === ours.hasPassword
    const cause = isSame ? null : await causeOf(document, row, theirs, ours)
    into.add(personSums(theirs), personSums(ours), cause)
  }

  async function causeOf(
    { path, data }: SourceDocument,
    row: FoundPerson,
    theirs: PersonFigures,
    ours: PersonFigures,
  ): Promise<DifferenceCause | null> {
    const isNotGranted = theirs.role === adminRole && ours.role !== adminRole && !run.options.grantsAdmins
    if (isNotGranted) return 'not_granted'
    // A new password is no new version of a person.
    const hasOwn = row.passwordHash !== null && !isBorrowed(row.passwordHash)
    if (row.isEdited || (theirs.role === ours.role && hasOwn)) return 'edited'
    if (row.hash !== hashOf(data)) return 'kept'
    if (theirs.role === ours.role) return run.options.hashConfigId === null ? 'no_hash_settings' : null
    const isAside = await findAside(services.db, run.id, [path, `admins/${lastOf(path)}`])
    return isAside.size > 0 ? 'aside' : null
  }
}

const personOf = ({ claims, record, role, passwordHash }: FoundPerson): PersonFigures => ({
  role: figureRole(resolveRole({ claims, adminRecordRole: record }) ?? role),
  hasPassword: passwordHash !== null,
})
