import { beforeAll, expect, it } from 'vitest'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { outboxMails } from '../tables'
import { pruneMails } from './prune-mails'

const dayMs = 86_400_000
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

it('forgets mails, sent or given up, after ninety days and not before', async () => {
  const now = services.clock.now().getTime()
  const mail = (id: string, ageMs: number, sentAt: Date | null) => ({
    ...{ id, sentAt, createdAt: new Date(now - ageMs), toAddress: 'ada@example.test' },
    ...{ template: 'news', subject: '', html: '', text: '' },
  })
  await services.db
    .insert(outboxMails)
    .values([
      mail('sent', 90 * dayMs + 1, new Date(now - 90 * dayMs)),
      mail('given_up', 90 * dayMs + 1, null),
      mail('kept', 90 * dayMs, new Date(now)),
    ])
  await pruneMails(services)
  expect(await services.db.select({ id: outboxMails.id }).from(outboxMails)).toEqual([{ id: 'kept' }])
})
