import { describe, expect, it } from 'vitest'
import { checkMigrations } from './structure/migration-rules'

const judge = (text: string, path = 'database/migrations/20990101000000_next/migration.sql') =>
  checkMigrations([{ path, text }]).map(({ message }) => message)

const madeHere = 'CREATE TABLE "notes" ("id" text PRIMARY KEY NOT NULL);--> statement-breakpoint\n'
const dropped = 'DROP INDEX CONCURRENTLY IF EXISTS "users_x";--> statement-breakpoint\n'

describe('a migration', () => {
  it.each([
    ['CREATE INDEX "users_x" ON "users" USING btree ("email");', 'CONCURRENTLY'],
    ['CREATE UNIQUE INDEX "users_x" ON "users" ("email") WHERE "email" IS NOT NULL;', 'CONCURRENTLY'],
    ['CREATE INDEX CONCURRENTLY "users_x" ON "users" ("email");', 'interrupted'],
    [
      `${dropped}CREATE INDEX CONCURRENTLY "users_x" ON "users" ("email");\nALTER TABLE "users" ADD COLUMN "a" text;`,
      'no transaction',
    ],
    ['ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE varchar(80);', 'new type'],
    ['ALTER TABLE "users" ADD COLUMN "n" integer GENERATED ALWAYS AS (1) STORED;', 'computed for each row'],
    ['ALTER TABLE "users" ADD COLUMN "n" bigserial;', 'computed for each row'],
    ['ALTER TABLE "users" ADD COLUMN "n" uuid DEFAULT gen_random_uuid();', 'computed for each row'],
    ['ALTER TABLE "users" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "b"("id");', 'NOT VALID'],
    ['ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (a > 0);', 'NOT VALID'],
    [
      'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (a > 0) NOT VALID; ALTER TABLE "users" VALIDATE CONSTRAINT "c";',
      'later migration than',
    ],
    ['ALTER TABLE "users" ADD CONSTRAINT "c" UNIQUE("a");', 'USING INDEX'],
    ['ALTER TABLE "users" ALTER COLUMN "a" SET NOT NULL;', 'NOT NULL'],
    ['UPDATE "users" SET "a" = 1;', 'batches'],
    ['DELETE FROM users WHERE a = 1;', 'batches'],
    ['ALTER TABLE "users" DROP COLUMN "a";', 'previous version'],
    ['ALTER TABLE "users" RENAME COLUMN "a" TO "b";', 'previous version'],
    ['DROP TABLE "users";', 'previous version'],
    ['LOCK TABLE users IN EXCLUSIVE MODE;', 'locks the whole table'],
    ['REINDEX TABLE users;', 'locks the whole table'],
  ])('does not hold %s', (text, words) => {
    const found = judge(text)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(words)
  })

  it.each([
    [
      'a new column',
      'ALTER TABLE "users" ADD COLUMN "a" text; ALTER TABLE "users" ADD COLUMN "n" integer DEFAULT 0 NOT NULL;',
    ],
    ['an index made concurrently', `${dropped}CREATE INDEX CONCURRENTLY "users_x" ON "users" ("email");`],
    ['an index of the partitioned table alone', 'CREATE INDEX "redemptions_x" ON ONLY "redemptions" ("user_id");'],
    [
      'a table with all that is its own',
      `${madeHere}CREATE INDEX "notes_x" ON "notes" ("id"); ALTER TABLE "notes" ADD CONSTRAINT "c" CHECK (id <> '');`,
    ],
    ['a constraint to be validated later', 'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (a > 0) NOT VALID;'],
    ['the validation of one that is there', 'ALTER TABLE "users" VALIDATE CONSTRAINT "c";'],
    ['a key of an index', 'ALTER TABLE "users" ADD CONSTRAINT "c" UNIQUE USING INDEX "users_x";'],
    [
      'a function that changes rows when it is called',
      'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE users SET a = 1; $$;',
    ],
    [
      'a drop that names the servers which do without it',
      '-- needs 20981231000000\nALTER TABLE "users" DROP COLUMN "a";',
    ],
    ['words about it', '-- UPDATE users one day\nALTER TABLE "users" ADD COLUMN "a" text;'],
  ])('may hold %s', (_what, text) => {
    expect(judge(text)).toEqual([])
  })

  it('that was applied before anyone had rows is left as it is', () => {
    expect(
      judge('UPDATE users SET a = 1;', 'database/migrations/20261124044446_room_for_counts/migration.sql'),
    ).toEqual([])
  })
})
