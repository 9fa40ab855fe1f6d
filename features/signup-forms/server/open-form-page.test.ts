import { beforeAll, expect, it } from 'vitest'
import { rateLimits } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertLiveForm, strangerContext } from '../testing/form-factory'
import { noteStart, openFormPage } from './open-form-page'
import { readFunnel } from './read-forms'

const share = rateLimits.formViewedPerNetwork.count
const isCounted = true
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

async function seenOf(formId: string) {
  const { viewed, started } = await readFunnel(contextAs(services, await asAdmin(services)), { formId, days: 30 })
  return { viewed, started }
}

it('counts visits up to the network’s limit, and refuses no one', async () => {
  const { id, slug } = await insertLiveForm(services)
  const crowd = strangerContext(services)
  for (let visit = 0; visit < share + 5; visit++) {
    expect(await openFormPage(crowd, { slug, isCounted })).toMatchObject({ state: 'live' })
    expect(await noteStart(crowd, { slug })).toEqual({ success: true })
  }
  expect(await seenOf(id)).toEqual({ viewed: share, started: share })
  await openFormPage(strangerContext(services), { slug, isCounted })
  expect(await seenOf(id)).toEqual({ viewed: share + 1, started: share })
  services.clock.advance(60 * 60_000)
  await openFormPage(crowd, { slug, isCounted })
  expect(await seenOf(id)).toEqual({ viewed: share + 2, started: share })
})

it('limits each form separately', async () => {
  const [one, other] = [await insertLiveForm(services), await insertLiveForm(services)]
  const crowd = strangerContext(services)
  for (let visit = 0; visit < share + 1; visit++) await openFormPage(crowd, { slug: one.slug, isCounted })
  await openFormPage(crowd, { slug: other.slug, isCounted })
  expect(await seenOf(other.id)).toEqual({ viewed: 1, started: 0 })
})

it('answers an uncounted visit without counting it', async () => {
  const { id, slug } = await insertLiveForm(services)
  expect(await openFormPage(strangerContext(services), { slug, isCounted: false })).toMatchObject({ state: 'live' })
  expect(await seenOf(id)).toEqual({ viewed: 0, started: 0 })
})
