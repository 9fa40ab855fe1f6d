import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { breakingChanges, publicInterface } from './testing/public-interface'

const root = new URL('../../../', import.meta.url)
const released = new URL('testing/released-interface.txt', import.meta.url)

/** The part of the changelog above the last release. */
const unreleased = () =>
  readFileSync(new URL('CHANGELOG.md', root), 'utf8').split('## [Unreleased]')[1]?.split('\n## ')[0] ?? ''

let now: string[]
beforeAll(async () => {
  now = await publicInterface(await createTestServices())
  if (process.env['WRITE_RELEASE']) writeFileSync(released, `${now.join('\n')}\n`)
})

describe('the public interface', () => {
  it('describes every part that docs/compatibility.md calls stable', () => {
    for (const part of ['GET /v1/', 'POST /ingest/', 'callable ', 'webhook ', 'environment ', 'export '])
      expect(now.filter((line) => line.startsWith(part)).length).toBeGreaterThan(6)
  })

  it('keeps everything of the last release, or names the change under "Breaking" in the changelog', () => {
    const before = readFileSync(released, 'utf8').trimEnd().split('\n')
    expect(breakingChanges(before, now, unreleased())).toEqual([])
  })
})

describe('a breaking change', () => {
  const before = ['GET /v1/plans', 'GET /v1/plans 200 application/json .name: string', 'callable f']

  it('is a missing line', () => {
    expect(breakingChanges(before, before.slice(0, 2), '')).toEqual(['removed: callable f'])
  })

  it('is a new obligation of callers of something that was released', () => {
    const lines = [
      ...before,
      'GET /v1/plans ?zone required',
      'POST /v1/new',
      'POST /v1/new body application/json .id required',
      'callable f .new: object',
      'callable f .new.part required',
    ]
    expect(breakingChanges(before, lines, '')).toEqual(['now required: GET /v1/plans ?zone required'])
  })

  it('is an answer that may now be null', () => {
    const line = 'GET /v1/plans 200 application/json .name: null'
    expect(breakingChanges(before, [...before, line], '')).toEqual([`may now be null: ${line}`])
  })

  it('is allowed if the changelog names it', () => {
    expect(breakingChanges(before, before.slice(0, 2), '### Breaking\n- `callable f` is removed.')).toEqual([])
    expect(breakingChanges(before, before.slice(0, 2), '### Added\n- `callable f` is great.')).toHaveLength(1)
  })

  it('is not an addition', () => {
    expect(breakingChanges(before, [...before, 'GET /v1/plans ?zone', 'callable g'], '')).toEqual([])
  })
})
