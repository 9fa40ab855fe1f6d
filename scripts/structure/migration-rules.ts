import type { SourceFile, Violation } from './source-file'

/** The last migration before the first database in use. Later ones meet tables with millions of rows. */
const lastUnused = '20261124044446'

type Statement = { text: string; isFresh: (table: string) => boolean; all: readonly string[]; needs: boolean }

type MigrationRule = { message: string; breaks: (statement: Statement) => boolean }

const rules: MigrationRule[] = [
  {
    message: 'create an index of an existing table CONCURRENTLY, in its own migration: otherwise writes are blocked',
    breaks: ({ text, isFresh }) => {
      const table = /^create (?:unique )?index (?!concurrently)(?:.*? )?on (?!only )"?(\w+)/.exec(text)?.[1]
      return table !== undefined && !isFresh(table)
    },
  },
  {
    message: 'a migration with CONCURRENTLY is no transaction and holds only such indexes',
    breaks: ({ text, all }) => all.some(isConcurrent) && !isConcurrent(text),
  },
  {
    message:
      'DROP INDEX CONCURRENTLY IF EXISTS of the same name stands before it: an interrupted one leaves an invalid index',
    breaks: ({ text, all }) => {
      const name = /^create (?:unique )?index concurrently "?(\w+)/.exec(text)?.[1]
      if (name === undefined) return false
      const before = all.slice(0, all.indexOf(text))
      return !before.some((one) => one.replaceAll('"', '') === `drop index concurrently if exists ${name}`)
    },
  },
  {
    message: 'a new type rewrites the whole table: add a column, fill it in batches by a job, drop the old one later',
    breaks: onOldTable(/\balter column "?\w+"? (?:set data )?type\b/),
  },
  {
    message: 'a column computed for each row rewrites the whole table',
    breaks: onOldTable(
      /\badd column\b.*\b(?:generated always as \(.*stored|(?:small|big)?serial\b|default (?:gen_random_uuid|random|clock_timestamp|nextval)\()/,
    ),
  },
  {
    message: 'a constraint is added NOT VALID and validated by a later migration: else every row is read under a lock',
    breaks: (statement) =>
      onOldTable(/\badd constraint\b.*\b(?:foreign key|check)\b/)(statement) && !/\bnot valid\b/.test(statement.text),
  },
  {
    message: 'a constraint is validated by a later migration than the one that adds it, which still holds its lock',
    breaks: ({ text, all }) => {
      const name = /\bvalidate constraint "?(\w+)/.exec(text)?.[1]
      return name !== undefined && all.some((one) => new RegExp(`\\badd constraint "?${name}\\b`).test(one))
    },
  },
  {
    message: 'a key is made of an index that was made CONCURRENTLY before: ADD CONSTRAINT … USING INDEX',
    breaks: onOldTable(/\badd constraint "?\w+"? (?:unique|primary key)(?! using index)/),
  },
  {
    message: 'NOT NULL reads every row under a lock: a CHECK that is added NOT VALID and validated later says the same',
    breaks: onOldTable(/\balter column "?\w+"? set not null\b/),
  },
  {
    message: 'rows of a table that is there are changed in batches by a job, not under the locks of one transaction',
    breaks: ({ text, isFresh }) => {
      const table = /^(?:update|delete from)(?: only)? "?(\w+)/.exec(text)?.[1]
      return table !== undefined && !isFresh(table)
    },
  },
  {
    message:
      'the previous version may still use what is dropped or renamed: drop it a version later, and name the first migration whose servers do without it: -- needs <number>',
    breaks: ({ text, all, needs }) =>
      !needs &&
      /^drop (?:table|view|function)\b|^alter table .*\b(?:drop column|rename)\b/.test(text) &&
      !all.some((one) => one.startsWith('create view')),
  },
  {
    message: 'locks the whole table for as long as it takes',
    breaks: ({ text }) => /^(?:vacuum full|cluster|lock table|reindex (?!.*concurrently))/.test(text),
  },
]

/** A migration runs beside servers at work: no statement of it may hold a table of any size for longer than a moment. */
export function checkMigrations(files: SourceFile[]): Violation[] {
  return files.filter(isNew).flatMap(({ path, text }) => {
    const all = statementsOf(text)
    const made = new Set(all.flatMap((one) => /^create table (?:if not exists )?"?(\w+)/.exec(one)?.[1] ?? []))
    const isFresh = (table: string) => made.has(table)
    const needs = /^-- needs \d{14}$/m.test(text)
    return all.flatMap((one) =>
      rules
        .filter(({ breaks }) => breaks({ text: one, isFresh, all, needs }))
        .map(({ message }) => ({ path, rule: 'migration', message: `${message}: ${one.slice(0, 80)}` })),
    )
  })
}

function isNew({ path }: SourceFile): boolean {
  const number = /^database\/migrations\/(\d{14})_\w+\/migration\.sql$/.exec(path)?.[1]
  return number !== undefined && number > lastUnused
}

/** In lower case, one per line, without comments. Function bodies run later and are left out. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll('--> statement-breakpoint', ';')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$')
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((one) => one !== '')
}

const isConcurrent = (statement: string) => /^(?:create (?:unique )?|drop )index concurrently\b/.test(statement)

function onOldTable(pattern: RegExp): MigrationRule['breaks'] {
  return ({ text, isFresh }) => {
    const table = /^alter table (?:if exists )?(?:only )?"?(\w+)/.exec(text)?.[1]
    return table !== undefined && !isFresh(table) && pattern.test(text)
  }
}
