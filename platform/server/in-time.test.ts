import { expect, it } from 'vitest'
import { inTime, withinMs } from './in-time'

const never = new Promise<string>(() => undefined)

it('hands on what the work comes to, its failure included', async () => {
  expect(await inTime(60_000, Promise.resolve('done'), () => 'late')).toBe('done')
  await expect(inTime(60_000, Promise.reject(new Error('broken')), () => 'late')).rejects.toThrow('broken')
})

it('answers for work that takes longer', async () => {
  expect(await inTime(1, never, () => 'late')).toBe('late')
  await expect(withinMs(1, never)).rejects.toThrow('No response within 1 ms')
})

it('lets no one hear of work that fails once no one waits for it', async () => {
  let fail: (error: Error) => void = () => {}
  const work = new Promise<string>((_, reject) => (fail = reject))
  expect(await inTime(1, work, () => 'late')).toBe('late')
  fail(new Error('No one waits.'))
  await expect(work).rejects.toThrow('No one waits.')
})
