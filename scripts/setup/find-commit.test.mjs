import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findCommit } from './build-if-stale.mjs'

const folder = mkdtempSync(join(tmpdir(), 'commit-'))
const author = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.test',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.test',
}
const git = (...args) =>
  execFileSync('git', args, { cwd: folder, env: { ...process.env, ...author }, stdio: 'pipe' })
    .toString()
    .trim()
afterAll(() => rmSync(folder, { recursive: true }))

it('a build names the commit of its checkout, and says if files differ from it', () => {
  git('init', '--quiet')
  writeFileSync(join(folder, 'file'), 'one')
  git('add', 'file')
  git('commit', '--quiet', '--message', 'One')
  git('tag', '--annotate', 'v1.0.0', '--message', 'A tag has a name of its own')
  const commit = findCommit(folder)
  expect(commit).toBe(git('rev-parse', 'HEAD').slice(0, 12))
  expect(git('cat-file', '-t', commit)).toBe('commit')
  writeFileSync(join(folder, 'file'), 'two')
  expect(findCommit(folder)).toBe(`${commit}-modified`)
})

it('a build of a copy without git names no commit, not even one of a repository around it', () => {
  mkdirSync(join(folder, 'copy'))
  expect(findCommit(join(folder, 'copy'))).toBeNull()
})
