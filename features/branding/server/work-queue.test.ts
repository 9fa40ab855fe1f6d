import { expect, it } from 'vitest'
import { seats, workQueue } from './work-queue'

const busy = { code: 'TOO_MANY_REQUESTS', reason: 'BUSY' }

/** Tasks that start when admitted and end on command. */
function createTasks() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return { begun, task, end: (name: string) => ends.get(name)?.() }
}

it('runs some, lets some wait in line and refuses anyone who comes then', async () => {
  const { begun, task, end } = createTasks()
  const run = workQueue({ running: 1, waiting: 1 })
  const [first, second] = [run(task('first')), run(task('second'))]
  await expect(run(task('third'))).rejects.toMatchObject(busy)
  expect(begun).toEqual(['first'])
  end('first')
  expect(await first).toBe('first')
  await expect.poll(() => begun).toEqual(['first', 'second'])
  end('second')
  expect(await second).toBe('second')
})

it.each([
  ['of one key', { perKey: 1, inAll: 9 }, 'a'],
  ['of all', { perKey: 9, inAll: 1 }, 'b'],
])('refuses anyone who finds no seat %s, and gives it to the next when it is free', async (_, limits, other) => {
  const { task, end } = createTasks()
  const withSeat = seats(limits)
  const first = withSeat('a', task('first'))
  await expect(withSeat(other, task('second'))).rejects.toMatchObject(busy)
  end('first')
  await first
  const third = withSeat(other, task('third'))
  end('third')
  expect(await third).toBe('third')
})
