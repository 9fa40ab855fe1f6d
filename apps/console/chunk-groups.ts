type ModuleInfo = { importedIds: readonly string[]; importers: readonly string[] }
export type Graph = { getModuleInfo(id: string): Pick<ModuleInfo, 'importedIds'> | null }

type Routes = {
  entry: string
  frame: string
  dashboard: string
  list: string
  /** What each of these pages fetches as soon as it stands. */
  soon: readonly string[]
}

const libraries =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@orpc[\\/][^\\/]+|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/
/** Drawn on most pages: in a page's own file they would bring that page along. */
const everywhere =
  /icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(AlertTriangle|Archive|ArrowRight|ArrowUp|Ban|Cash|Check|ChevronLeft|ChevronRight|CircleX|EyeCheck|Plus|UserMinus|UserPlus|X)\.mjs$/
const toasts = /node_modules[\\/]@mantine[\\/]notifications[\\/]/
/** Asked by a single panel of analytics, which brings that part along itself. */
const rarelyAsked = /useQueries|queriesObserver/i

/** Modules of ours that come with a file, whatever it is loaded for; libraries and what is imported on demand not counted. */
function collectModules(starts: readonly string[], graph: Graph, found = new Set<string>()): Set<string> {
  for (const id of starts) {
    if (found.has(id) || id.includes('node_modules')) continue
    found.add(id)
    collectModules(graph.getModuleInfo(id)?.importedIds ?? [], graph, found)
  }
  return found
}

/** Decides once for all modules what is loaded with each of the first pages. */
function readPages({ entry, frame, dashboard, list, soon }: Routes, graph: Graph) {
  const around = collectModules([entry, frame], graph)
  const onDashboard = collectModules([dashboard], graph)
  const onList = collectModules([list], graph)
  const afterwards = collectModules(soon, graph)
  const isStart = (id: string) =>
    everywhere.test(id) ||
    around.has(id) ||
    [onDashboard, onList, afterwards].filter((modules) => modules.has(id)).length > 1
  return { isStart, onDashboard, onList, afterwards }
}

const isStyle = (id: string) => id.endsWith('.css')
/** In layers, which must be there from the start: see `build-plugins.ts`. */
const isStyleOfKit = (id: string) => /[\\/]platform[\\/]console[\\/](?!theme[\\/]).+\.css$/.test(id)

/**
 * What is loaded together is one file: dozens of tiny ones compress badly and wait for each other on six connections.
 * Libraries change with their versions only, so a release leaves them in the cache. What every page of the frame loads
 * comes with the entry, and all styles of the first pages are one sheet.
 */
export function chunkGroups(routes: Routes) {
  let pages: ReturnType<typeof readPages> | undefined
  const group = (name: string, takes: (id: string, read: ReturnType<typeof readPages>) => boolean) => ({
    name: (id: string, graph: Graph) => (takes(id, (pages ??= readPages(routes, graph))) ? name : null),
  })
  // A group brings along what its modules import, so the order decides: what all need comes first.
  return [
    { ...group('library', isLibrary), priority: 5 },
    {
      ...group(
        'start',
        (id, { isStart, onDashboard, onList }) =>
          isStart(id) || isStyleOfKit(id) || (isStyle(id) && (onDashboard.has(id) || onList.has(id))),
      ),
      priority: 4,
    },
    { ...group('dashboard', (id, { onDashboard }) => onDashboard.has(id)), priority: 3 },
    // What stands around every list; the rest comes with the page of merchants.
    { ...group('list', (id, { onList }) => onList.has(id)), priority: 2 },
    // Nobody waits for it: one file, and after it the next page is small.
    { ...group('soon', (id, { afterwards }) => afterwards.has(id) || toasts.test(id)), priority: 1 },
    // Fields, dialogs, panels: in files of their own they were fifty requests for a page.
    { name: 'kit', minShareCount: 4, priority: 0 },
  ]
}

const isLibrary = (id: string) => libraries.test(id) && !rarelyAsked.test(id)
