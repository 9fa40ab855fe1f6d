type ModuleInfo = { importedIds: readonly string[]; importers: readonly string[] }
export type Graph = { getModuleInfo(id: string): Pick<ModuleInfo, 'importedIds'> | null }

type Routes = {
  entry: string
  frame: string
  dashboard: string
  list: string
  /** Modules that the page requests as soon as it is shown. */
  soon: readonly string[]
}

const libraries =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@orpc[\\/][^\\/]+|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/
/** Most pages render these icons; if they were in one page's file, every other page would load that page. */
const everywhere =
  /icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(AlertTriangle|Archive|ArrowRight|ArrowUp|Ban|Cash|Check|ChevronLeft|ChevronRight|CircleX|EyeCheck|Plus|UserMinus|UserPlus|X)\.mjs$/
const toasts = /node_modules[\\/]@mantine[\\/]notifications[\\/]/
/** Each page of the frame requests these right after its first frame: one file instead of three requests. */
const behaviors = /[\\/](page-guards|grid-keys|print-line)\.tsx?$/
/** Used by a single panel of analytics, which loads it. */
const rarelyAsked = /useQueries|queriesObserver/i

/** Returns our modules that are loaded with a file. Libraries and dynamic imports are not included. */
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
/** Layered styles must load at the start; see `build-plugins.ts`. */
const isStyleOfKit = (id: string) => /[\\/]platform[\\/]console[\\/](?!theme[\\/]).+\.css$/.test(id)

/**
 * Groups modules that load together into one file, because dozens of tiny files compress badly and wait for each
 * other on six connections. Libraries have their own files, which stay in the cache across releases. Modules of every
 * page are in the entry, and the styles of the first pages are one sheet.
 */
export function chunkGroups(routes: Routes) {
  let pages: ReturnType<typeof readPages> | undefined
  const group = (name: string, takes: (id: string, read: ReturnType<typeof readPages>) => boolean) => ({
    name: (id: string, graph: Graph) => (takes(id, (pages ??= readPages(routes, graph))) ? name : null),
  })
  // A group includes the imports of its modules, so the groups that all pages need must come first.
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
    // Modules around every list; the others load with the merchants page.
    { ...group('list', (id, { onList }) => onList.has(id)), priority: 2 },
    { ...group('behaviors', (id) => behaviors.test(id)), priority: 1 },
    // Not urgent: one file, which keeps the next page small.
    { ...group('soon', (id, { afterwards }) => afterwards.has(id) || toasts.test(id)), priority: 1 },
    // Fields, dialogs, panels: separate files would be fifty requests per page.
    { name: 'kit', minShareCount: 4, priority: 0 },
  ]
}

const isLibrary = (id: string) => libraries.test(id) && !rarelyAsked.test(id)
