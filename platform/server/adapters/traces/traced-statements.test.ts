import { describe, expect, it } from 'vitest'
import { labelOf } from './traced-statements'

describe('a statement is called by what it does and the table that it is about', () => {
  it.each([
    ['select "id", count(*) from "merchants" where "q" = $1', 'SELECT', 'merchants'],
    ['insert into "audit_log" ("id") values ($1)', 'INSERT', 'audit_log'],
    ['update "users" set "name" = $1 where "id" = $2', 'UPDATE', 'users'],
    ['delete from rate_limits where window_started_at < $1', 'DELETE', 'rate_limits'],
    ['\n  with due as (select * from "outbox" for update skip locked) update "jobs" set x = 1', 'WITH', 'jobs'],
    [
      'select (select count(*) from "locations" where x = 1), extract(day from at) from "merchants"',
      'SELECT',
      'merchants',
    ],
    [`select '(' || "a" from "plans" where "b" in (select "c" from "users")`, 'SELECT', 'plans'],
    ['select * from (select "id" from "redemptions" limit 5) as "page"', 'SELECT', 'redemptions'],
    ['begin', 'BEGIN', null],
    ['ROLLBACK to savepoint sp1', 'ROLLBACK', null],
    ['select 1', 'SELECT', null],
    ['set local statement_timeout = 0', 'SET', null],
    ['explain select * from users', 'OTHER', null],
    ['', 'OTHER', null],
  ])('%s', (text, operation, table) => {
    expect(labelOf(text)).toEqual({ operation, table })
  })

  it('and by nothing that someone wrote', () => {
    expect(labelOf(`select 'ada@example.test' as "ada" from "merchants"`)).toEqual({
      operation: 'SELECT',
      table: 'merchants',
    })
    expect(labelOf('select * from "Ada Lovelace 1815"').table ?? '').not.toContain('1815')
  })
})
