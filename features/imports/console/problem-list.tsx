import { IconCircleCheck } from '@tabler/icons-react'
import { settingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { defineList } from '@quaff/platform/console/list/record/list-definition'
import { problemFilters, problemLevels, type ImportDetails, type ProblemFilter } from '../contract'
import { levelTexts } from '../report-rules'
import { faultText, problemSentence } from '../screen-rules'
import { importsApi } from './imports-queries'
import { problemColumns } from './problem-columns'

export type ProblemFacts = { runId: string; groups: ImportDetails['problems'] }

/** The most serious of which there are some; what the address names wins. */
export const shownLevel = (groups: ProblemFacts['groups'], named: ProblemFilter['level']) =>
  named ?? problemLevels.find((level) => groups.some((group) => group.level === level)) ?? 'aside'

const wordsOf = (groups: ProblemFacts['groups'], name: 'collection' | 'fault', label: (word: string) => string) =>
  [...new Set(groups.map((group) => group[name]))]
    .filter((value) => value !== '')
    .map((value) => ({ value, label: label(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))

export const problemList = defineList<ProblemFacts>()({
  name: 'Problems',
  columnsName: () => 'import-problems',
  search: settingsSearch,
  filters: problemFilters,
  api: importsApi.problems,
  staleTime: 0,
  filter: ({ level, collection, fault }, { runId, groups }) =>
    withoutAbsent({ runId, level: shownLevel(groups, level), collection, fault }),
  input: (filter, page) => ({ ...filter, ...page }),
  tabs: {
    field: 'level',
    label: 'Problems by level',
    first: 'aside',
    shown: ({ level }, { groups }) => shownLevel(groups, level),
    change: (_search, tab) => ({
      level: problemLevels.find((level) => level === tab),
      collection: undefined,
      fault: undefined,
    }),
    of: () => problemLevels.map((id) => ({ id, label: levelTexts[id] })),
  },
  useChips: ({ level }, { groups }) => {
    const shown = groups.filter((group) => group.level === shownLevel(groups, level))
    return {
      level: null,
      collection: { label: 'Collection', options: wordsOf(shown, 'collection', (word) => word) },
      fault: { label: 'Problem', options: wordsOf(shown, 'fault', faultText) },
    }
  },
  columns: () => problemColumns,
  rowId: ({ id }) => id,
  rowLabel: (row) => `${row.path ?? row.file}: ${problemSentence(row)}`,
  caption: () => 'Problems, in file order',
  note: () => 'In file order',
  skeletonRows: 8,
  empty: () => <EmptyState icon={IconCircleCheck} title="No problems at this level" />,
})
