import react from '@vitejs/plugin-react'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, runnerImport, type Manifest, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const target = `${root}../../dist/console`
const entry = 'src/public/site.ts'
const manifestFile = '.vite/public-manifest.json'
const notesFolder = `${target}/.pages`

type Assets = { style: string; script: string; fonts: string[] }
type Prerender = { renderPublicPages(assets: Assets): { id: string; html: string }[] }

/** Writes every public page with the names that the build gave to its style sheet, script and fonts. */
function prerenderPages(): Plugin {
  return {
    name: 'prerender-pages',
    async closeBundle() {
      const manifest: Manifest = JSON.parse(readFileSync(`${target}/${manifestFile}`, 'utf8'))
      const site = manifest[entry]
      const [style] = site?.css ?? []
      if (!site || !style) throw new Error('The build of the public pages has no entry or no style sheet')
      const fonts = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.woff2') ? [`/${file}`] : []))
      const { module } = await runnerImport<Prerender>(`${root}src/public/prerender.tsx`, {
        root,
        configFile: false,
        logLevel: 'error',
        plugins: [react()],
      })
      mkdirSync(notesFolder, { recursive: true })
      const pages = module.renderPublicPages({ style: `/${style}`, script: `/${site.file}`, fonts })
      for (const { id, html } of pages) writeFileSync(`${notesFolder}/${id}.html`, html)
    },
  }
}

/** The public pages: a separate small bundle in the same folder as the console's. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [react(), prerenderPages()],
  build: {
    outDir: target,
    emptyOutDir: false,
    manifest: manifestFile,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${root}${entry}` },
  },
})
