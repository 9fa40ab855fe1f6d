import type { Plugin } from 'vite'

interface Chunk {
  type: 'chunk'
  fileName: string
  name: string
  code: string
  imports: string[]
}
type Bundle = Record<string, Chunk | { type: 'asset' }>

const runtime = 'rolldown-runtime'
const library = 'library'
const exported = /export\s*\{([^}]*)\};?\s*$/
/** Another one gives all files other names, as browsers keep a file for ever: to be changed with what this plugin writes. */
const form = 'runtime-in-library-1'

/**
 * The bundler keeps its few helpers in a file that no group may take: one request more for each page. Their code goes
 * to the top of the libraries, which every page loads and which need nothing else, and whoever asked for the helpers
 * asks there. A file that does without the libraries gets helpers of its own: the name of another file may stand only in
 * those whose own names follow it.
 */
export function runtimeInLibrary(): Plugin {
  return {
    name: 'runtime-in-library',
    apply: 'build',
    augmentChunkHash: () => form,
    generateBundle: (_options, bundle) => moveRuntime(bundle),
  }
}

export function moveRuntime(bundle: Bundle): void {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const from = chunks.find(({ name }) => name === runtime)
  const to = chunks.find(({ name }) => name === library)
  if (!from || !to) throw new Error(`The build has no file ${from ? library : runtime}: see runtime-plugin.ts`)
  const helpers = readHelpers(from)
  const imported = importOf(from)

  for (const chunk of chunks.filter(({ imports }) => imports.includes(from.fileName))) {
    const [statement, list] = imported.exec(chunk.code) ?? []
    if (statement === undefined || list === undefined) throw unknownForm(chunk)
    const used = readNames(list)
    const rest = chunk.code.replace(statement, '')
    const fromLibrary = chunk !== to && chunk.imports.includes(to.fileName)
    chunk.imports = chunk.imports.filter((file) => file !== from.fileName)
    if (fromLibrary) {
      const names = used.map(([name, local]) => `${kept(name)} as ${local}`).join()
      chunk.code = `import{${names}}from"./${baseName(to)}";${rest}`
      continue
    }
    const own = used.map(([name, local]) => `const ${local}=${kept(name)};`).join('')
    chunk.code = `${helpers.code}${chunk === to ? helpers.offered : ''}${own}${rest}`
  }
  delete bundle[from.fileName]
}

/** The code of the helpers behind walls of its own, and how it is offered under names that no other code bears. */
function readHelpers(from: Chunk): { code: string; offered: string } {
  const [statement, list] = exported.exec(from.code) ?? []
  if (statement === undefined || list === undefined || from.imports.length > 0) throw unknownForm(from)
  const pairs = readNames(list)
  const outside = pairs.map(([, name]) => `${name}:${kept(name)}`).join()
  const inside = pairs.map(([local, name]) => `${name}:${local}`).join()
  return {
    code: `const{${outside}}=(()=>{${from.code.replace(statement, '')};return{${inside}}})();`,
    offered: `export{${pairs.map(([, name]) => kept(name)).join()}};`,
  }
}

/** `a as b,c` as pairs of both names. */
const readNames = (list: string) =>
  list.split(',').map((one): [string, string] => {
    const [first = '', second = first] = one.trim().split(/\s+as\s+/)
    return [first, second]
  })
const kept = (name: string) => `$runtime_${name}`
const baseName = ({ fileName }: Chunk) => fileName.split('/').at(-1) ?? fileName
const importOf = (file: Chunk) => new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']\\./${baseName(file)}["'];?`)
const unknownForm = ({ fileName }: Chunk) => new Error(`${fileName} is of an unknown form: see runtime-plugin.ts`)
