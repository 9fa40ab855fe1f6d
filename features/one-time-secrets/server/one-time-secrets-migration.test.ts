import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { findMigrations } from '@quaff/database/migrate'
import { createTestDatabase } from '@quaff/platform/testing/test-database'

const oldTables = [
  'sign_in_links',
  'email_codes',
  'email_changes',
  'mailbox_codes',
  'mailbox_proofs',
  'passkey_challenges',
  'single_sign_on_attempts',
]
const at = '2026-11-01T10:00:00.000Z'
const until = '2026-11-01T10:10:00.000Z'

let pool: Pool
const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows
const secrets = () => query('select to_jsonb(s) as row from one_time_secrets s order by id')
const secret = async (id: string) => (await query('select * from one_time_secrets where id = $1', [id]))[0]

const statements = readdirSync(findMigrations())
  .toSorted()
  .map((name) => ({
    name,
    all: readFileSync(join(findMigrations(), name, 'migration.sql'), 'utf8').split('--> statement-breakpoint'),
  }))

/** Puts the schema back to what it was before the migration. */
async function goBack(): Promise<void> {
  await query(oldTables.map((name) => `drop view ${name};`).join(' '))
  await query(`delete from single_sign_on_sessions;
    alter table single_sign_on_sessions drop constraint single_sign_on_sessions_challenge_id_one_time_secrets_id_fk;
    drop table one_time_secrets`)
  const made = statements.flatMap(({ all }) => all)
  for (const name of oldTables) await query(made.find((one) => one.trim().startsWith(`CREATE TABLE "${name}"`)) ?? '')
  await query(`alter table sign_in_links add column opened_at timestamp (3) with time zone;
    alter table single_sign_on_sessions add constraint single_sign_on_sessions_challenge_id_email_codes_id_fk
      foreign key (challenge_id) references email_codes (id) on delete cascade`)
}

async function migrate(): Promise<void> {
  for (const { name, all } of statements)
    if (/_(one_time_secrets|validate_challenges)$/.test(name)) for (const one of all) await query(one)
}

beforeAll(async () => {
  ;({ pool } = await createTestDatabase())
  await goBack()
  await query(`insert into users (id, email, display_name, status, created_at, updated_at)
    values ('usr_1', 'ada@example.com', 'Ada', 'active', '${at}', '${at}')`)
  const times = `'${at}', '${until}'`
  await query(`
    insert into sign_in_links (id, token_hash, user_id, email, purpose, created_at, expires_at, opened_at, used_at) values
      ('lnk_open', 'h1', 'usr_1', 'ada@example.com', 'invitation', ${times}, '${at}', null),
      ('lnk_used', 'h2', 'usr_1', 'old@example.com', 'password_reset', ${times}, null, '${at}');
    insert into email_codes (id, user_id, purpose, code_hash, attempts, created_at, expires_at, used_at) values
      ('cod_1', 'usr_1', 'activation', 'h3', 2, ${times}, null),
      ('challenge', 'usr_1', 'second_step_single_sign_on', 'account-state', 1, ${times}, null);
    insert into single_sign_on_sessions (id, challenge_id, issuer, subject, id_token_sealed, created_at)
      values ('sso_1', 'challenge', 'https://idp', 'ada', 'sealed', '${at}');
    insert into email_changes (id, user_id, new_email, code_hash, attempts, created_at, expires_at, used_at)
      values ('emc_1', 'usr_1', 'new@example.com', 'h4', 3, ${times}, null);
    insert into mailbox_codes (id, email, purpose, code_hash, attempts, created_at, expires_at, used_at)
      values ('mbc_1', 'ben@example.com', 'waitlist', 'h5', 4, ${times}, null);
    insert into mailbox_proofs (token_hash, email, purpose, created_at, expires_at)
      values ('h6', 'ben@example.com', 'registration', ${times});
    insert into passkey_challenges (id, expires_at) values ('h7', '${until}');
    insert into single_sign_on_attempts (state_hash, browser_hash, asked_for, expires_at)
      values ('h8', 'browser', '/payouts', '${until}')`)
  await migrate()
})

describe('the migration to one table', () => {
  it.each([
    ['lnk_open', { purpose: 'invitation', user_id: 'usr_1', subject: 'ada@example.com', hash: 'h1' }],
    ['lnk_used', { purpose: 'password_reset', subject: 'old@example.com', hash: 'h2', used_at: new Date(at) }],
    ['cod_1', { purpose: 'activation', user_id: 'usr_1', hash: 'h3', attempts: 2, payload: null }],
    ['challenge', { purpose: 'second_step_single_sign_on', hash: 'challenge', payload: 'account-state', attempts: 1 }],
    ['emc_1', { purpose: 'email_change', user_id: 'usr_1', subject: 'new@example.com', hash: 'h4', attempts: 3 }],
    ['mbc_1', { purpose: 'mailbox:waitlist', user_id: null, subject: 'ben@example.com', hash: 'h5', attempts: 4 }],
    ['h6', { purpose: 'proof:registration', user_id: null, subject: 'ben@example.com', hash: 'h6' }],
    ['h7', { purpose: 'passkey_challenge', user_id: null, hash: 'h7', created_at: new Date('2026-11-01T10:05:00Z') }],
    ['h8', { purpose: 'single_sign_on_state', subject: 'browser', payload: '/payouts', created_at: new Date(at) }],
  ])('carries %s over', async (id, columns) => {
    expect(await secret(id)).toMatchObject({ expires_at: new Date(until), ...columns })
  })

  it('keeps when the page behind a link was seen', async () => {
    expect(await secret('lnk_open')).toMatchObject({ opened_at: new Date(at), used_at: null })
  })

  it('leaves none of the old tables', async () => {
    expect(await query('select tablename from pg_tables where tablename = any($1)', [oldTables])).toEqual([])
  })
})

describe('a server of the version before', () => {
  const times = [at, until]

  it('reads the rows under the old names as they were', async () => {
    expect(await query(`select * from sign_in_links where token_hash = 'h1'`)).toMatchObject([
      { id: 'lnk_open', email: 'ada@example.com', purpose: 'invitation', opened_at: new Date(at), used_at: null },
    ])
    expect(await query('select id, purpose, code_hash, attempts from email_codes order by id')).toEqual([
      { id: 'challenge', purpose: 'second_step_single_sign_on', code_hash: 'account-state', attempts: 1 },
      { id: 'cod_1', purpose: 'activation', code_hash: 'h3', attempts: 2 },
    ])
    expect(await query('select new_email, code_hash from email_changes')).toEqual([
      { new_email: 'new@example.com', code_hash: 'h4' },
    ])
    expect(await query('select email, purpose, code_hash from mailbox_codes')).toEqual([
      { email: 'ben@example.com', purpose: 'waitlist', code_hash: 'h5' },
    ])
    expect(await query('select token_hash, purpose from mailbox_proofs')).toEqual([
      { token_hash: 'h6', purpose: 'registration' },
    ])
  })

  it('writes rows that the new version reads', async () => {
    const links = '"id", "token_hash", "user_id", "email", "purpose", "created_at", "expires_at"'
    await query(
      `insert into sign_in_links (${links}) values ('lnk_2', 'n1', 'usr_1', 'ada@example.com', 'sign_in', $1, $2)`,
      times,
    )
    const codes = '"id", "user_id", "purpose", "code_hash", "attempts", "created_at", "expires_at", "used_at"'
    await query(
      `insert into email_codes (${codes}) values ('n2', 'usr_1', 'second_step_link', 'state', default, $1, $2, default)`,
      times,
    )
    await query(
      `insert into mailbox_codes (id, email, purpose, code_hash, attempts, created_at, expires_at, used_at)
        values ('mbc_2', 'eve@example.com', 'waitlist', 'n3', default, $1, $2, default)`,
      times,
    )
    expect(await secret('lnk_2')).toMatchObject({ purpose: 'sign_in', subject: 'ada@example.com', attempts: 0 })
    expect(await secret('n2')).toMatchObject({ hash: 'n2', payload: 'state', attempts: 0 })
    expect(await secret('mbc_2')).toMatchObject({ purpose: 'mailbox:waitlist', hash: 'n3' })
  })

  it('counts attempts, and uses and deletes rows', async () => {
    const open = `select id from mailbox_codes where email = $1 and purpose = $2 and used_at is null order by created_at desc limit 1`
    expect(
      await query(
        `update mailbox_codes set attempts = mailbox_codes.attempts + 1 where id = (${open}) and attempts < 5 returning id, code_hash`,
        ['ben@example.com', 'waitlist'],
      ),
    ).toEqual([{ id: 'mbc_1', code_hash: 'h5' }])
    await query(`update sign_in_links set used_at = $1 where token_hash = 'h1' and purpose in ('invitation')`, [at])
    expect(await secret('lnk_open')).toMatchObject({ used_at: new Date(at) })
    expect(await query(`delete from passkey_challenges where id = 'h7' returning id`)).toEqual([{ id: 'h7' }])
    const taken = `delete from single_sign_on_attempts where state_hash = 'h8' and browser_hash = 'browser' returning asked_for`
    expect([await query(taken), await query(taken)]).toEqual([[{ asked_for: '/payouts' }], []])
    await query(`delete from email_codes where id = 'challenge'`)
    expect(await query('select id from single_sign_on_sessions')).toEqual([])
    await query(`delete from users where id = 'usr_1'`)
    expect((await secrets()).map(({ row }) => row.id)).toEqual(['h6', 'mbc_1', 'mbc_2'])
  })
})
