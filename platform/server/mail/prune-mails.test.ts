import { beforeAll, expect, it } from 'vitest'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { outboxMails } from '../tables'
import { pruneMails } from './outbox'

const dayMs = 86_400_000
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

it('forgets what was sent more than ninety days ago, and nothing else', async () => {
  const at = (ageMs: number) => new Date(services.clock.now().getTime() - ageMs)
  const mail = (id: string, sentAt: Date | null) => ({
    id,
    sentAt,
    createdAt: at(100 * dayMs),
    toAddress: 'ada@example.test',
    template: 'news',
    subject: '',
    html: '',
    text: '',
  })
  await services.db
    .insert(outboxMails)
    .values([mail('sent', at(90 * dayMs + 1)), mail('kept', at(90 * dayMs)), mail('given_up', null)])
  await pruneMails(services)
  const left = await services.db.select({ id: outboxMails.id }).from(outboxMails)
  expect(left.map(({ id }) => id).toSorted()).toEqual(['given_up', 'kept'])
})
